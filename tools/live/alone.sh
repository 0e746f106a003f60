# For the scripts here: a network and a home of their own, and what is wanted there. FOLDER is set by
# whoever sources it, behind npm.sh.

# go_alone ARG...: goes on only in a network that has nothing but itself, for which it starts this
# script again with these arguments; exit code 4 (skipped) if there is none to be had.
go_alone() {
  if [ -z "${ORRERY_LIVE_ALONE:-}" ]; then
    unshare -n true 2>/dev/null || { say "no network namespace here: not run"; exit 4; }
    ORRERY_LIVE_ALONE=1 exec unshare -n sh "$0" "$@"
  fi
  ip link set lo up || exit 4
}

# make_home: `home`, which is gone at the end, as are the processes of which `mock` has the numbers;
# of those of a group, less than zero.
make_home() {
  mock=
  home=$(mktemp -d "$folder/home.XXXXXX") || exit 3
  trap 'rm -rf "$home"; [ -z "$mock" ] || kill -s TERM -- $mock 2>/dev/null' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

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
