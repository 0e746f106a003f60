#!/bin/sh
# codex.sh ORRERY FOLDER [VERSION]: the real app-server, by the rules, our client and the proxy.
#
# Installs @openai/codex into FOLDER, never globally, and has it probed, driven and damaged, without
# network and with a home of its own. Exit code: 0 if all came to what is wanted here; 4 if the
# server cannot be had here, which CTest reports as a skipped test.
set -u

version=${3:-0.171.0}
orrery=$1
mkdir -p "$2" || exit 3
folder=$(cd "$2" && pwd) || exit 3
package=$folder/codex-$version
program=$package/node_modules/.bin/codex

here=$(cd "$(dirname "$0")" && pwd) || exit 3
. "$here/npm.sh"
install @openai/codex "$version" "$package"

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
alone() { env -i PATH="$PATH" HOME="$home" CODEX_HOME="$home/codex" TERM=dumb "$@"; }
alone $isolated "$program" --version >&2 ||
  { say "the program cannot be started here: not run"; exit 4; }

faults=0
# expect NAME CODE TEXT: the last command ended so, and $home/out has this (a basic expression).
expect() {
  if [ "$code" -eq "$2" ] && grep -q -e "$3" "$home/out"; then
    printf 'passed  %s\n' "$1"
  else
    printf 'FAILED  %s: wanted exit code %s and %s, got %s:\n' "$1" "$2" "$3" "$code"
    tail -n 40 "$home/out"
    faults=$((faults + 1))
  fi
}
run() { alone "$orrery" "$@" >"$home/out" 2>"$home/err"; code=$?; }
record=$folder/codex-$version
rm -f "$record".*jsonl # A record overwrites no other.

run probe --turns --timeout 60s --record "$record.jsonl" -- $isolated "$program" app-server
tail -n 2 "$home/out"
expect "the rules, by probe" 0 '^passed: '
for group in bursts ids threads turns end_in_turn end_in_line; do
  run check "$record.$group.jsonl"
  expect "what probe recorded of $group" 0 'passed: '
done

run drive --record "$record.drive_stop.jsonl" --stop -- $isolated "$program" app-server
expect "a turn of our client that is stopped" 0 '"summary":{"turns":1,"completed":0,"interrupted":1,'
run check "$record.drive_stop.jsonl"
expect "what was said then" 0 'passed: '

# Without a network a turn does not fail: the server tries again, for ever.
cat >"$home/later.json" <<END
{"area": "appserver", "format": 1, "story": "A turn that cannot go on is stopped.",
 "rules": ["SES-04"], "user": [{"do": "open"}, {"do": "start_chat"}, {"do": "say", "when": "ready"},
  {"do": "stop", "when": "turn_shown", "at_ms": 20000}]}
END
run drive --scenario "$home/later.json" --record "$record.drive.jsonl" -- \
  $isolated "$program" app-server
expect "a turn that waits for a network, and is stopped" 0 '"summary":{"turns":1,"completed":0,"interrupted":1,'
grep -q 'willRetry.*true' "$record.drive.jsonl" || { code=1; expect "it was tried again" 0 .; }
run check "$record.drive.jsonl"
expect "what was said then" 0 'passed: '

run drive --stop -- "$orrery" proxy --check --strict --record "$record.proxy.jsonl" -- \
  $isolated "$program" app-server
expect "the same through the proxy" 0 '"interrupted":1,.*"reports":0,"bad_lines":0,'
run check "$record.proxy.jsonl"
expect "what the proxy recorded" 0 'passed: '

run drive --stop -- "$orrery" proxy --fault garbage@2 --fault duplicate_response:thread_start \
  --fault unknown_notice --record "$record.faults.jsonl" -- $isolated "$program" app-server
expect "faults of the proxy are noticed, and come through" 0 '"interrupted":1,.*"reports":2,"bad_lines":1,'
run check "$record.faults.jsonl"
expect "and stand in its recording" 1 'WIRE-02'

[ "$faults" -eq 0 ]
