#!/bin/sh
# schema.sh ORRERY FOLDER [VERSION...]: what the mock server says, by the schema of real versions.
#
# Installs @openai/codex into FOLDER, has it print the JSON schema of its app-server, and validates
# by it all that `orrery serve` of that version says in every scenario and by every word: schema.py.
# Exit code: 0 if no message fails, 4 if the schema cannot be had here.
set -u

orrery=$1 here=$(cd "$(dirname "$0")" && pwd) || exit 3
mkdir -p "$2" || exit 3
folder=$(cd "$2" && pwd) || exit 3
. "$here/npm.sh"
shift 2
[ $# -gt 0 ] || set -- 0.115.0 0.140.0 0.169.0 0.171.0

need python3
python3 -W ignore -c 'import jsonschema' 2>/dev/null || { say "no Python module jsonschema here: not run"; exit 4; }
code=0
for version; do
  install @openai/codex "$version" "$folder/codex-$version"
  schema=$folder/schema-$version
  home=$(mktemp -d "$folder/home.XXXXXX") || exit 3
  env -i PATH="$PATH" HOME="$home" "$folder/codex-$version/node_modules/.bin/codex" \
    app-server generate-json-schema --experimental --out "$schema" 2>/dev/null
  rm -rf "$home"
  [ -d "$schema" ] || { say "codex $version prints no schema here: not run"; exit 4; }
  python3 -W ignore "$here/schema.py" "$orrery" "$schema" "$version" "$folder/mock-$version" || code=1
done
exit $code
