#!/bin/sh
# versions.sh ORRERY FOLDER [VERSION...]: app-servers of several versions, probed with turns, and
# ordinary conversations with each of them, recorded and checked.
#
# Installs @openai/codex into FOLDER, never globally; has a stand-in for the model, no network, and
# a home for each. Prints a line per probe and recording. Exit code: 0 if nothing failed, 4 if the
# servers cannot be had here.
set -u

orrery=$1 here=$(cd "$(dirname "$0")" && pwd) || exit 3
mkdir -p "$2" || exit 3
folder=$(cd "$2" && pwd) || exit 3
shift 2
[ $# -gt 0 ] || set -- 0.58.0 0.77.0 0.98.0 0.115.0 0.140.0 0.146.0 0.169.0 0.171.0
port=8765

. "$here/npm.sh"
. "$here/alone.sh"
need python3
for version; do
  install @openai/codex "$version" "$folder/codex-$version"
done

go_alone "$orrery" "$folder" "$@"
python3 "$here/model.py" $port &
model=$!
home=
trap 'kill $model; rm -rf "$home"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

verdict() { # verdict NAME CODE: what the last command came to, and its last line.
  word=WRONG
  [ "$2" -ne 0 ] || word=right
  # The older surface, or nothing but the handshake.
  [ "$2" -ne 2 ] || ! grep -q ': not judged: ' "$home/out" || word=unjudged
  [ $word != WRONG ] || faults=$((faults + 1))
  printf '%-8s %s: %s\n' $word "$1" \
    "$(grep -E 'passed|FAILED|not judged' "$home/out" | tail -n 1 | sed 's,^.*jsonl: ,,')"
  [ $word != WRONG ] || grep -A 1 -E 'FAILED|MUST' "$home/out"
}

for version; do
  program=$folder/codex-$version/node_modules/.bin/codex
  records=$folder/records-$version
  rm -rf "$home" "$records"
  home=$(mktemp -d "$folder/home.XXXXXX") && mkdir -p "$home/codex" "$home/work" "$records" || exit 3
  cat >"$home/codex/config.toml" <<END
model = "stand-in"
model_provider = "stand-in"
[model_providers.stand-in]
name = "stand-in"
base_url = "http://127.0.0.1:$port/v1"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
[features]
unified_exec = true
END
  cd "$home/work" || exit 3
  alone() { env -i PATH="$PATH" HOME="$home" CODEX_HOME="$home/codex" TERM=dumb "$@"; }
  alone "$orrery" probe --turns --timeout 20s -- "$program" app-server >"$home/out" 2>&1
  verdict "$version probe" $?
  alone python3 "$here/conversations.py" "$records" -- "$program" app-server
  for record in "$records"/*.jsonl; do
    "$orrery" check "$record" >"$home/out" 2>&1
    verdict "$version $(basename "$record" .jsonl)" $?
  done
done
[ "$faults" -eq 0 ]
