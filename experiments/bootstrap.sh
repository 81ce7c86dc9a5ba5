# Functions for POSIX sh: sourced by experiments/run, tests/run and the benchmarks. The caller sets $top, the root of the checkout.
# install_packages GROUP...        installs what is missing of those groups of packages.txt; touches nothing if nothing is
# name_missing GROUP...            says what is missing of them, and installs nothing
# build_preset PRESET [TARGET]...  configures if needed and builds; all targets if none is named. release is configured by the
#                                  preset that DATELINE_RELEASE names: ci, where warnings are errors
# choose_python MODULE...          sets $python: python3 of the PATH if it is 3.9 or later and has the modules, else Debian's
# Both hold a lock of the checkout, so that two runs may start at once. They return non-zero after one line on stderr
# (and, of a failed build or installation, the part of the log that says why).
# shellcheck shell=sh disable=SC2154

complain() { printf '%s\n' "$*" >&2; }

# Packages of the groups "$@" that are not installed, separated by blanks.
missing_packages() {
  wanted=$(awk -v groups=" $* " '/^[^#]/ && index(groups, " " $1 " ") { print $2 }' "$top/experiments/packages.txt" 2>/dev/null)
  # shellcheck disable=SC2016,SC2086
  installed=$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' $wanted 2>/dev/null | sed -n 's/^.i  *//p' | tr '\n' ' ')
  for package in $wanted; do
    case " $installed " in *" $package "*) ;; *) printf '%s ' "$package" ;; esac
  done
}

# Runs "$@" with the checkout's lock held (file descriptor 9, closed for what it starts).
locked() {
  mkdir -p "$top/build" || return 1
  exec 9>"$top/build/.lock" || return 1
  flock -n 9 || { complain "waiting for another run that installs or builds here"; flock 9; }
  status=0
  "$@" 9>&- || status=$?
  exec 9>&-
  return $status
}

# Runs "${@:2}" with its output in the file $1; of a failure, shows where it begins.
logged() {
  log=$1; shift
  "$@" >>"$log" 2>&1 </dev/null && return 0
  { sed -n '/^FAILED\|^CMake Error\|^E: /,$p' "$log" | grep . || tail -n 20 "$log"; } | head -n 60 >&2
  return 1
}

install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    complain "not a Debian system: packages are not checked (experiments/packages.txt lists them)"
    return 0
  fi
  [ -z "$(missing_packages "$@")" ] || locked install_missing "$@"
}

# One line with what of the groups "$@" is missing; installs nothing.
name_missing() {
  command -v dpkg-query >/dev/null || return 0
  packages=$(missing_packages "$@")
  [ -z "$packages" ] || complain "missing packages, not installed: $packages"
}

install_missing() {
  packages=$(missing_packages "$@")
  [ -n "$packages" ] || return 0
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { complain "missing packages, and neither root nor sudo to install them: $packages"; return 1; }
    as_root=sudo
  fi
  complain "installing: $packages"
  log=$top/build/packages.log
  : >"$log"
  apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600"
  # shellcheck disable=SC2086
  if ! { logged "$log" $apt update && logged "$log" $apt install --no-install-recommends $packages; }; then
    complain "packages could not be installed (log: build/packages.log)"
    return 1
  fi
}

build_preset() { locked build_now "$@"; }

# Configures when the presets are newer than the last configuration; the generator looks after all other changes itself.
build_now() (
  preset=$1; shift
  complain "building $preset${1:+: $*}"
  directory=$top/build/$preset
  log=$top/build/$preset.log
  : >"$log"
  cd "$top" || exit 1
  was=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$directory/CMakeCache.txt" 2>/dev/null)
  if [ -n "$was" ] && [ ! "$was" -ef "$top" ]; then
    complain "build/$preset was made in $was, and this checkout is $top: remove it, then run this again: rm -r $directory"
    exit 1
  fi
  if [ ! -f "$directory/.configured" ] || [ -n "$(find CMakePresets.json -newer "$directory/.configured")" ]; then
    configure=$preset
    [ "$preset" != release ] || configure=${DATELINE_RELEASE:-release}
    logged "$log" cmake --preset "$configure" || { complain "cmake could not configure $preset (log: build/$preset.log)"; exit 1; }
    touch "$directory/.configured"
  fi
  logged "$log" cmake --build --preset "$preset" ${1:+--target "$@"} || { complain "$preset does not build (log: build/$preset.log)"; exit 1; }
)

choose_python() {
  for python in "$(command -v python3)" /usr/bin/python3; do
    [ -x "$python" ] || continue
    "$python" -I -c 'import sys, importlib.util as u; sys.exit(sys.version_info < (3, 9) or None in map(u.find_spec, sys.argv[1:]))' "$@" && return 0
  done
  complain "no Python 3.9 or later that has $*: neither python3 of the PATH nor /usr/bin/python3"
  return 1
}
