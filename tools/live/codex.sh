#!/bin/sh
# codex.sh ORRERY FOLDER: the rules against the real app-server.
#
# Installs @openai/codex into FOLDER, never globally, and probes its app-server without network,
# with a home of its own. Exit code: that of `orrery probe`; 4 if the server cannot be had here,
# which CTest reports as a skipped test.
set -u

version=0.169.0
orrery=$1
mkdir -p "$2" || exit 3
folder=$(cd "$2" && pwd) || exit 3
package=$folder/codex-$version
program=$package/node_modules/.bin/codex

say() { printf 'live: %s\n' "$*" >&2; }

if [ ! -x "$program" ]; then
  for tool in npm node; do
    command -v "$tool" >/dev/null 2>&1 || { say "there is no $tool here: not run"; exit 4; }
  done
  say "installing @openai/codex@$version into $package"
  mkdir -p "$package" && printf '{"private":true}\n' >"$package/package.json" || exit 3
  if ! npm install --prefix "$package" --cache "$folder/npm-cache" --no-audit --no-fund \
    --ignore-scripts --fetch-retries 1 --loglevel error "@openai/codex@$version" </dev/null >&2; then
    rm -rf "$package"
    say "npm cannot install @openai/codex@$version (no registry?): not run"
    exit 4
  fi
fi

isolated=
for way in "unshare -n" "unshare -rn"; do
  # Unquoted on purpose: words.
  if [ -z "$isolated" ] && $way true 2>/dev/null; then isolated=$way; fi
done
[ -n "$isolated" ] || say "this system gives no network namespace: the server has the network"

home=$(mktemp -d "$folder/home.XXXXXX") || exit 3
trap 'rm -rf "$home"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir "$home/codex" "$home/work" && cd "$home/work" || exit 3
env -i PATH="$PATH" HOME="$home" CODEX_HOME="$home/codex" TERM=dumb $isolated "$program" --version \
  >&2 || { say "the program cannot be started here: not run"; exit 4; }
env -i PATH="$PATH" HOME="$home" CODEX_HOME="$home/codex" TERM=dumb \
  "$orrery" probe --turns --timeout 15s --record "$folder/codex-$version.jsonl" -- \
  $isolated "$program" app-server
