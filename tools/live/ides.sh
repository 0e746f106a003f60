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
. "$here/alone.sh"

need npm node
install ndjson 2.0.0 "$folder/ndjson"
install undici 7.16.0 "$folder/undici"
install split2 4.2.0 "$folder/split2"
install @modelcontextprotocol/sdk 1.20.0 "$folder/mcp"

go_alone "$orrery" "$folder"

make_home
for client in fetch undici mcp; do
  # Its list changes again and again, since nobody knows when a client is there.
  "$orrery" serve --area monitor --home "$home" --port 0 --token secret --ping 1000 \
    --at 2000:projects_change --at 4000:projects_change --at 6000:projects_change \
    --at 9000:projects_change --at 13000:projects_change --record "$home/$client.jsonl" >"$home/said" 2>"$home/err" &
  mock=$!
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
  kill "$mock" && wait "$mock"
  mock=
  [ $client = mcp ] && continue
  "$orrery" check "$home/$client.jsonl" >"$home/out" 2>&1
  wanted "$client: what the mock said" 'passed: '
done
[ "$faults" -eq 0 ]
