#!/bin/sh
# ides.sh ORRERY FOLDER: real clients from npm of what an IDE serves, with the mock IDE in its place.
#
# Installs them into FOLDER, never globally. Two read its project stream (fetch with ndjson, undici
# with split2), and the MCP SDK connects to both of its servers of tools, in both ways that it has.
# Prints a line for each, and `orrery check` judges the streams. Exit code: 0 if each came to what
# is wanted here, 4 if npm has not all of them.
set -u

orrery=$1 here=$(cd "$(dirname "$0")" && pwd) || exit 3
mkdir -p "$2" || exit 3
folder=$(cd "$2" && pwd) || exit 3
. "$here/npm.sh"

need npm node
install ndjson 2.0.0 "$folder/ndjson"
install undici 7.16.0 "$folder/undici"
install split2 4.2.0 "$folder/split2"
install @modelcontextprotocol/sdk 1.20.0 "$folder/mcp"

# In a network of its own, which has nothing but itself.
if [ -z "${ORRERY_LIVE_ALONE:-}" ]; then
  unshare -n true 2>/dev/null || { say "no network namespace here: not run"; exit 4; }
  ORRERY_LIVE_ALONE=1 exec unshare -n sh "$here/ides.sh" "$orrery" "$folder"
fi
ip link set lo up || exit 4

home=$(mktemp -d "$folder/home.XXXXXX") || exit 3
ide=
trap 'rm -rf "$home"; [ -z "$ide" ] || kill "$ide" 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
faults=0
# wanted NAME TEXT: the last output has this (a basic expression).
wanted() {
  if grep -q -e "$2" "$home/out"; then
    printf 'passed  %s\n' "$1"
  else
    printf 'FAILED  %s: wanted %s, got:\n' "$1" "$2"
    tail -c 1500 "$home/out"
    faults=$((faults + 1))
  fi
}

for client in fetch undici mcp; do
  # Its list changes again and again, since nobody knows when a client is there.
  "$orrery" serve --area monitor --home "$home" --port 0 --token secret --ping 1000 \
    --at 2000:projects_change --at 4000:projects_change --at 6000:projects_change \
    --at 9000:projects_change --at 13000:projects_change --record "$home/$client.jsonl" >"$home/said" 2>"$home/err" &
  ide=$!
  node "$here/ides.mjs" $client "$folder" "$home" >"$home/out" 2>&1
  if [ $client = mcp ]; then
    for way in 'mcpUrl, streamable' 'own server, streamable' 'own server, sse'; do
      wanted "$client: $way" "mcp $way: orrery-mock-ide, 0 tools, alive"
    done
  else
    wanted "$client: without the token" "$client locked: 401"
    wanted "$client: a list, and pings" "$client follows: 2 projects, a ping"
    wanted "$client: another list" "$client follows: .*another list"
    wanted "$client: no line that it does not know" "$client follows: .*0 bad lines"
  fi
  kill "$ide" && wait "$ide"
  ide=
  [ $client = mcp ] && continue
  "$orrery" check "$home/$client.jsonl" >"$home/out" 2>&1
  wanted "$client: what the mock said" 'passed: '
done
[ "$faults" -eq 0 ]
