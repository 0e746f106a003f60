# For the scripts here: npm packages in a folder, never globally. FOLDER is set by whoever sources it.

say() { printf 'live: %s\n' "$*" >&2; }

# need TOOL...: exit code 4 (skipped) if one is not there.
need() {
  for tool; do
    command -v "$tool" >/dev/null 2>&1 || { say "there is no $tool here: not run"; exit 4; }
  done
}

# install_openclaw: with a node of its own, since it wants a newer one, which `openclaw_node` names.
install_openclaw() {
  binary=node-linux-$(node -p process.arch)
  install openclaw 2026.9.5 "$folder/openclaw" --omit=optional @openclaw/codex@2026.9.5 \
    "$binary@26.12.1"
  openclaw_node=$folder/openclaw/node_modules/$binary/bin/node
}

# install PACKAGE VERSION FOLDER [OPTION...]: once; exit code 4 if npm cannot.
install() {
  wanted_package=$1 wanted_version=$2 into=$3
  shift 3
  [ -d "$into/node_modules/$wanted_package" ] && return
  need npm node
  say "installing $wanted_package@$wanted_version into $into"
  mkdir -p "$into" && printf '{"private":true}\n' >"$into/package.json" || exit 3
  npm install --prefix "$into" --cache "$folder/npm-cache" --no-audit --no-fund \
    --ignore-scripts --fetch-retries 1 --loglevel error "$@" "$wanted_package@$wanted_version" </dev/null >&2 &&
    return
  rm -rf "$into"
  say "npm cannot install $wanted_package@$wanted_version (no registry?): not run"
  exit 4
}
