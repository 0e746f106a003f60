#!/bin/sh
# front_door_test.sh ROOT: the promises of ./orrery, with everything around it faked.
set -eu

root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# A checkout in a path with spaces. `bin` is all that there is on PATH.
door="$work/a checkout"
bin="$work/bin"
log="$work/log"
mkdir -p "$door/engine" "$bin"
cp "$root/orrery" "$door"
for tool in sh env dirname cat grep find head mkdir mv rm ls; do
  ln -s "$(command -v $tool)" "$bin"
done
fake() { # NAME SCRIPT
  printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
  chmod +x "$bin/$1"
}
fake id 'echo 1000'
call() { env -i PATH="$bin" LOG="$log" "$@"; }

# Nothing is installed, and nothing may be: the one command to run, exit 3.
fake apt-get 'echo "apt-get $*" >>"$LOG"'
fake sudo 'exit 1'
code=0
call "$door/orrery" list >"$work/out" 2>"$work/err" || code=$?
[ $code -eq 3 ] || fail "exit $code without packages"
[ ! -s "$work/out" ] || fail "wrote to stdout before the program ran"
grep -q 'sudo apt-get install -y --no-install-recommends .*cmake ninja-build' "$work/err" ||
  fail "does not say what to run: $(cat "$work/err")"
[ ! -e "$log" ] || fail "ran $(cat "$log")"

# Root installs, after saying what; when that fails, updates and tries again.
fake id 'echo 0'
fake apt-get 'echo "apt-get $*" >>"$LOG"; exit 1'
code=0
call "$door/orrery" list 2>"$work/err" || code=$?
[ $code -eq 3 ] || fail "exit $code when apt-get fails"
grep -q 'installing Debian packages:.* cmake' "$work/err" || fail "installs without a word"
grep -q 'update$' "$log" || fail "does not update the package lists"

# Everything is there: configure, build, run. cmake is faked, and "builds" a program.
fake cmake 'cat >/dev/null; echo "cmake $*" >>"$LOG"; mkdir -p build/release/tools
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >build/release/CMakeCache.txt; : >build/release/build.ninja
for name in orrery gate; do
  printf "%s\n" "#!/bin/sh" "echo \"\$# \$1 \$(cat)\"; exit 7" >build/release/tools/$name
  chmod +x "${PWD:?}/build/release/tools/$name"
done'
ln -s "$(command -v chmod)" "$bin"
expect_run() { # WHAT CMAKE_CALLS
  : >"$log"
  code=0
  out=$(cd "$work" && echo input | call ORRERY_NO_INSTALL=1 "$door/orrery" 'b c' d 2>/dev/null) ||
    code=$?
  [ $code -eq 7 ] || fail "$1: exit $code"
  [ "$out" = "2 b c input" ] || fail "$1: stdout is $out"
  calls=$(grep -c . "$log" || true)
  [ "$calls" -eq "$2" ] || fail "$1: cmake ran $calls times"
}
expect_gate() { # WHAT CMAKE_CALLS
  : >"$log"
  code=0
  call ORRERY_NO_INSTALL=1 "$door/orrery" list </dev/null >"$work/out" 2>"$work/err" || code=$?
  [ $code -eq 7 ] || fail "$1: exit $code"
  calls=$(grep -c . "$log" || true)
  [ "$calls" -eq "$2" ] || fail "$1: cmake ran $calls times"
}
expect_gate "a command of the gate" 2
grep -q 'target gate$' "$log" || fail "a command of the gate builds more than that"
expect_run "the first call" 1
expect_gate "a command of the gate, and everything is built" 0
expect_run "the second call" 0
touch "$door/engine/new.cc"
expect_run "a new file" 1
expect_gate "a command of the gate, after that" 0
mv "$door" "$work/moved"
door="$work/moved"
expect_run "a moved checkout" 2

# Packages: a build of their own, and their names on stdout.
fake cmake 'cat >/dev/null; echo "cmake $*" >>"$LOG"; mkdir -p build/package
: >build/package/orrery_1_any.deb; : >build/package/orrery-1-any.tar.gz; : >build/package/CMakeCache.txt'
fake dpkg-shlibdeps 'exit 1'
fake python3 'exit 1'
: >"$log"
out=$(call ORRERY_NO_INSTALL=1 "$door/orrery" package 2>/dev/null) || fail "no packages: exit $?"
[ "$(cat "$log")" = "cmake --preset package
cmake --build --preset package" ] || fail "packages: ran $(cat "$log")"
[ "$(echo "$out" | grep -c 'build/package/orrery')" -eq 2 ] || fail "packages: stdout is $out"
echo passed
