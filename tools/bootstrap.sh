# Sourced by ./parley, ./parley-check, ./test and .ci/run: installs and builds what they run.
#
# The caller sets 'root' to the checkout, then calls need_packages and build_targets. All messages go to
# stderr, because stdout belongs to the program that is started afterwards. Any failure ends with exit code
# 69.

# The Debian packages that a build needs. GoogleTest is among them, so one configuration serves users and
# tests.
readonly build_packages=(g++ cmake ninja-build ccache libfmt-dev nlohmann-json3-dev libcli11-dev libgtest-dev libpugixml-dev
  libcadical-dev libz3-dev coinor-libclp-dev git)
readonly test_packages=(python3 python3-jsonschema binutils)
readonly ci_packages=(clang-16 clang-tidy-16 clang-format-16 libclang-rt-16-dev)

say() { printf 'parley: %s\n' "$*" >&2; }

give_up() {
  say "$*"
  exit 69
}

# Installs the missing ones of the named packages. If none is missing, this asks dpkg once: no network, no
# root. Without dpkg we assume that the tools are installed; if not, cmake reports it.
need_packages() {
  command -v dpkg-query >/dev/null || return 0
  local installed missing=() package
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null)
  for package in "$@"; do
    [[ $'\n'"$installed"$'\n' == *$'\n'"installed $package"$'\n'* ]] || missing+=("$package")
  done
  ((${#missing[@]} == 0)) && return 0

  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || give_up "these packages are missing: ${missing[*]}; run 'apt-get install ${missing[*]}' as root"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  apt_get "${as_root[@]}" -- update || give_up "apt-get update failed"
  apt_get "${as_root[@]}" -- install --yes --no-install-recommends "${missing[@]}" || give_up "apt-get install failed"
}

# apt_get [sudo] -- ARGUMENT...; waits for another apt to finish instead of failing at once.
apt_get() {
  local as_root=()
  while [[ $1 != -- ]]; do
    as_root+=("$1")
    shift
  done
  shift
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" </dev/null >&2
}

# One bootstrap at a time: two shells that start together must not both write the same build. The lock belongs
# to the open file, so a killed run leaves no lock behind.
take_lock() {
  mkdir -p "$root/build" 2>/dev/null && exec 9>"$root/build/.lock" || give_up "cannot write to $root/build"
  flock 9 || give_up "cannot lock $root/build/.lock"
}

drop_lock() { exec 9>&-; }

# The cache serves a copied or moved checkout: paths below it are recorded relative to it. With precompiled headers the compiler's own list
# of files decides what a result depends on, so that nothing is preprocessed twice.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros

# build_targets PRESET TARGET... [-- CMAKE_ARGUMENT...]: configures build/PRESET if need be and builds the targets. Shows how far it is where
# there is much to do; says nothing where there is nothing.
build_targets() {
  local preset=$1 targets=() folder=$root/build/$1 log=$root/build/$1.log
  shift
  while (($# > 0)) && [[ $1 != -- ]]; do
    targets+=("$1")
    shift
  done
  (($# > 0)) && shift

  # A checkout that was moved or copied still names its old place in the cache; a changed preset is not seen by ninja.
  if [[ ! -f $folder/build.ninja || $root/CMakePresets.json -nt $folder/build.ninja ]] ||
     ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt" 2>/dev/null; then
    say "configuring and building in build/$preset: some minutes the first time; the log is build/$preset.log"
    (cd "$root" && cmake --fresh --preset "$preset" "$@") </dev/null >"$log" 2>&1 || fail_with_log "$log" "the configuration failed"
    touch "$folder/build.ninja"
  fi
  run_ninja "$folder" "$log" "${targets[@]}" || fail_with_log "$log" "the build failed"
}

# run_ninja FOLDER LOG TARGET...: one line that counts on a terminal, a line every ten seconds elsewhere. The log gets everything.
run_ninja() {
  local folder=$1 log=$2 ninja status seconds=0 line
  shift 2
  NINJA_STATUS='[%f/%t] ' ninja -C "$folder" -j "$(nproc)" "$@" </dev/null >"$log" 2>&1 &
  ninja=$!
  while kill -0 "$ninja" 2>/dev/null; do
    sleep 0.5
    seconds=$((seconds + 1))   # half ones
    line=$(grep -o '^\[[0-9]*/[0-9]*\]' "$log" | tail -n 1)
    [[ -n $line ]] || continue
    if [[ -t 2 ]]; then
      printf '\rparley: building %s ' "$line" >&2
    elif ((seconds % 20 == 0)); then
      say "building $line"
    fi
  done
  wait "$ninja"
  status=$?
  [[ -t 2 && -n ${line:-} ]] && printf '\r\033[K' >&2
  return "$status"
}

fail_with_log() {
  cat "$1" >&2
  give_up "$2 (the log is $1)"
}

# run_program NAME ARGUMENT...: builds one of the two programs and replaces the shell by it.
run_program() {
  local name=$1
  shift
  take_lock
  need_packages "${build_packages[@]}"
  build_targets release "$name"
  drop_lock
  exec "$root/build/release/src/cli/$name" "$@"
}
