#!/bin/sh
# clients.sh ORRERY FOLDER: real clients from npm, with the mock server in the place of codex.
#
# Installs them into FOLDER, never globally, and has each hold conversations without network: a turn,
# an approval accepted and declined, an interrupt, and some a thread of a process before. Prints a
# line for each, and `orrery check` judges what was said. Exit code: 0 if each came to what is
# wanted here, 4 if npm has not all of them.
set -u

orrery=$1 here=$(cd "$(dirname "$0")" && pwd) || exit 3
mkdir -p "$2" || exit 3
folder=$(cd "$2" && pwd) || exit 3
. "$here/npm.sh"
. "$here/alone.sh"

need npm node python3
install @openai/codex 0.169.0 "$folder/codex-0.169.0"
install @zakstam/codex-local-component 0.19.1 "$folder/zakstam" --omit=optional
install ai-sdk-provider-codex-cli 2.2.1 "$folder/ai-sdk" --omit=optional
install happy 1.2.5 "$folder/happy" --omit=optional
install @twsxtd/hapi 0.30.7 "$folder/hapi"
install_openclaw

go_alone "$orrery" "$folder"

make_home
mkdir -p "$home/.codex" "$home/bin" && ln -s "$orrery" "$home/bin/codex" && cd "$home" || exit 3
printf 'check_for_update_on_startup = false\n[projects."%s"]\ntrust_level = "trusted"\n' "$home" \
  >"$home/.codex/config.toml"
# recorded NAME RECORDS TEXT: the mock has heard or said this; ".." stands for the quote of a record.
# What a user typed, or a client calls its conversation, stands nowhere in it.
recorded() {
  cat "$home/$2"*.jsonl >"$home/out"
  wanted "$1" "$3"
}
declines='decision..:..\(decline\|denied\)'
interrupts='method..:..turn/interrupt'
interrupted='status..:..interrupted'

for client in zakstam ai-sdk happy openclaw; do
  record=$home/$client.jsonl
  if [ $client = openclaw ]; then node=$openclaw_node; else node=node; fi
  HOME=$home PATH=$home/bin:$PATH ORRERY_SERVE="--record $record" \
    "$node" "$here/clients.mjs" $client "$folder/$client" "$home/bin/codex" "$home" >"$home/out" 2>&1
  wanted "$client: a turn" "$client turn: .*You said: .*Hello"
  wanted "$client: an approval accepted" "$client accepted: .*I ran .make"
  wanted "$client: an approval declined" "$client declined: .*I did not run .make"
  wanted "$client: an interrupt" "$client interrupted: \(interrupted\|.*[Aa]bort\|completed\)"
  wanted "$client: a thread of a process before" "$client restarted: .*You said: Hello again"
  recorded "$client: an approval declined, on the wire" "$client" "$declines"
  recorded "$client: an interrupt, on the wire" "$client" "$interrupts"
  recorded "$client: a turn that it interrupted" "$client" "$interrupted"
  for each in "$home/$client"*.jsonl; do
    "$orrery" check --judge server "$each" >"$home/out" 2>&1
    wanted "$client: $(basename "$each")" 'passed: '
  done
done

# terminal STEP... -- PROGRAM ARGS...: what was on its screen.
terminal() {
  python3 "$here/tui.py" "$home" "$@" >"$home/out"
}
turned='type=Hello key=enter wait=5 type=run_make_all key=enter wait=5 key=y wait=5'
declined='type=run_make_bad key=enter wait=5 key=d wait=5 type=run_make_worse key=enter wait=5 key=esc wait=5'
codex=$folder/codex-0.169.0/node_modules/.bin/codex

address=ws://127.0.0.1:8988
"$orrery" serve --listen $address --latency 60 --record "$home/tui.jsonl" 2>"$home/err" &
mock=$!
# Unquoted on purpose, here and below: words.
terminal wait=6 $turned -- "$codex" --remote $address
wanted "codex 0.169.0: a turn" 'Worked for'
wanted "codex 0.169.0: an approval accepted" 'approved codex to run make all'
terminal wait=6 $declined -- "$codex" --remote $address
wanted "codex 0.169.0: an approval declined" 'did not approve codex to run make bad'
wanted "codex 0.169.0: an interrupt" 'Conversation interrupted'
# Its server ends, and another one comes.
(
  sleep 15; kill $mock; sleep 1
  exec "$orrery" serve --listen $address --latency 60 --record "$home/tui_again.jsonl" 2>"$home/err"
) &
again=$!
terminal wait=6 type=Hello key=enter wait=16 type=Hello_again key=enter wait=8 -- \
  "$codex" --remote $address
mock=$again
tr '\n' ' ' <"$home/out" >"$home/flat" && mv "$home/flat" "$home/out"
wanted "codex 0.169.0: a turn after its server was restarted" 'Reconnecting to server.*Worked for'

# Its engine and its terminal are two clients of one server; its hub sees what both do.
hapi=$folder/hapi/node_modules/.bin/hapi
mkdir "$home/hapi" && cat >"$home/hapi/codex" <<END || exit 3
#!/bin/sh
case " \$* " in *" app-server "*|*" --version "*) exec "$home/bin/codex" "\$@" ;; esac
exec "$codex" "\$@"
END
chmod +x "$home/hapi/codex"
HOME=$home setsid "$hapi" hub >"$home/hub" 2>&1 &
mock="$mock -$!"
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  grep -q 'Hub is ready' "$home/hub" || sleep 1
done
(
  export PATH="$home/hapi:$PATH" ORRERY_SERVE="--one-server --latency 60 --record $home/hapi.jsonl"
  terminal wait=15 $turned $declined -- "$hapi" codex
)
wanted "hapi: a turn" 'You said: Hello'
wanted "hapi: an approval accepted" 'approved codex to run make all'
wanted "hapi: an approval declined" 'did not approve codex to run make bad'
wanted "hapi: an interrupt" 'Conversation interrupted'
python3 - "$home/.hapi/hapi.db" >"$home/out" <<'END'
import sqlite3, sys
said = [str(row[0]) for row in sqlite3.connect(sys.argv[1]).execute("select content from messages")]
print([sum(word in each for each in said) for word in ('"role":"user"', '"type":"ready"')])
END
wanted "hapi: its hub has the four prompts, and four times that it is done" '\[4, 4\]'

for client in tui hapi; do
  recorded "$client: an approval declined, on the wire" $client "$declines"
  recorded "$client: a turn that it interrupted" $client "$interrupted"
  for each in "$home/$client"*.jsonl; do
    "$orrery" check "$each" >"$home/out" 2>&1
    wanted "$client: $(basename "$each")" 'passed: '
  done
done
[ "$faults" -eq 0 ]
