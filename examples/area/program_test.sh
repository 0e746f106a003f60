#!/bin/sh
# program_test.sh PROGRAM: what each command says of the area that the program brings along.
set -u

orrery=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

# CODE TEXT ARGUMENT...: it ends with this code and prints this text, on stdout or stderr.
says() {
  code=$1 text=$2
  shift 2
  got=0
  "$orrery" "$@" >out 2>&1 || got=$?
  [ $got -eq "$code" ] && grep -qF -e "$text" out && return
  printf 'FAILED: orrery %s: exit %s, not %s, or not "%s":\n' "$*" $got "$code" "$text" >&2
  cat out >&2
  failed=1
}
holds() { # FILE TEXT
  grep -qF -e "$2" "$1" && return
  printf 'FAILED: %s does not hold "%s"\n' "$1" "$2" >&2
  failed=1
}

says 0 '1 of 1 rows exhausted' conform turnstile --report report --results results.jsonl
holds report/index.html 'TUR-03'
holds report/index.html 'turnstile:4'
holds results.jsonl '"area":"turnstile"'
says 0 'directed/TUR-01 one coin unlocks it' conform turnstile --list
says 1 'FAIL TUR-02' conform --subject mutant:stays_unlocked
says 0 'scenario/turnstile/old_wait' conform --rule TUR-03 --list
says 2 'is of the area turnstile' conform ack --rule TUR-03
says 0 '3 of 3 mutants caught' selftest turnstile

says 0 'passed' explore turnstile/push_at_the_end
says 1 'FAIL TUR-03' explore turnstile/old_wait --subject mutant:keeps_old_wait \
  --capsule old_wait.capsule --html old_wait.html
holds old_wait.html 'puts in a coin'
holds old_wait.capsule '+turnstile:'
says 1 'The failure is still there.' replay old_wait.capsule
says 0 'is gone' replay old_wait.capsule --subject engine
says 1 '4 visitors to 2' shrink turnstile:4 --subject mutant:keeps_second_coin \
  --schedule 1,1,0,0 --scenario smallest.json
says 1 'FAIL TUR-01' replay smallest.json --subject mutant:keeps_second_coin
says 2 'Valid: turnstile:1, turnstile:2' replay turnstile:9
says 0 'the wait is over' replay turnstile/push_at_the_end --schedule 0,0
says 0 'random' explore turnstile:8 --strategy random --runs 100

says 0 'TUR-02' list rules
says 0 'keeps_old_wait' list mutants
says 0 'turnstile/second_coin' list scenarios
says 0 'it lets one visitor through' explain TUR-02
says 0 'a broken engine of the area turnstile' explain keeps_old_wait
says 0 'orrery table turnstile' explain turnstile
says 0 'give_back' table turnstile
says 0 '"unlocked": "give_back"' table turnstile --json
says 0 'what a turnstile does at each event' table --help-all
says 0 'turnstile:ACTS' explore --help-all

# The areas of the program are there as before, and a file says which one it is about.
says 0 'passed' explore ack/deadline_tie
printf '{"area": "no_such", "format": 1}' >other.json
says 2 'Valid: modality, ack, joint, appserver, monitor, turnstile.' explore other.json
exit $failed
