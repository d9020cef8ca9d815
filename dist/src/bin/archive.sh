# shellcheck shell=sh
# What the JVM keeps of a run, so that the next one starts faster: an AOT cache on JDK 25 and later, an archive of classes
# before. The castile command sources this. Nothing here ends the command, and nothing prints: without an archive, or with one
# that the JVM does not take, all is as it was, and slower. CASTILE_NO_ARCHIVE=1 has it left out.

archive_use=   # the option of the JVM that takes it; empty where there is none
archive_quiet= # options beside it, each a word
archive_make=  # the option that makes it, without the file; empty where none can be made
archive_new=   # the file that would be made

# What lets libraries load native code; before JDK 22 it is not needed, and has the JVM leave archived modules out.
archive_access=--enable-native-access=ALL-UNNAMED

# archive_find JAVA FOLDER FILE…: looks for an archive. FOLDER keeps it, if it can be written to, else the user's folder for
# caches does. It holds as long as the FILEs, of which the class path is made, and the JDK are the same.
archive_find() {
  archive_jdk=$(command -v "$1") && archive_jdk=$(readlink -f "$archive_jdk" 2>/dev/null) || return 0
  archive_jdk=${archive_jdk%/bin/java}
  [ -r "$archive_jdk/release" ] || return 0
  archive_version=
  while IFS= read -r archive_line; do
    case $archive_line in
      JAVA_VERSION=\"*) archive_version=${archive_line#*\"} archive_version=${archive_version%%[!0-9]*} ;;
    esac
  done <"$archive_jdk/release"
  [ "${archive_version:-0}" -ge 17 ] || return 0
  if [ "$archive_version" -lt 22 ]; then archive_access=; fi
  [ -z "${CASTILE_NO_ARCHIVE:-}" ] || return 0
  archive_folder=$2
  shift 2
  archive_key=$({
    cat "$archive_jdk/release"
    for archive_each in ${CASTILE_JAVA_OPTS:-} ${JAVA_TOOL_OPTIONS:-}; do
      case $archive_each in -XX:[+-]Use*) echo "$archive_each" ;; esac # as the collector, of which archives are
    done
    ls -ln "$@"
  } 2>/dev/null | cksum) || return 0
  if [ "$archive_version" -ge 25 ]; then
    archive_name=castile-$archive_version-${archive_key%% *}.aot
  else
    archive_name=castile-$archive_version-${archive_key%% *}.jsa
  fi
  for archive_folder in "$archive_folder" "${CACHE_DIRECTORY:-}" "${XDG_CACHE_HOME:-${HOME:-}/.cache}/castile"; do
    case $archive_folder in /.cache/castile | '') continue ;; esac
    archive_file=$archive_folder/$archive_name
    if [ -r "$archive_file" ] && archive_holds "$archive_file" "$@"; then
      archive_options "$archive_version" "$archive_file"
      return 0
    fi
    if [ -z "$archive_new" ] && archive_writable "$archive_folder"; then archive_new=$archive_file; fi
  done
  [ -n "$archive_new" ] && [ ! -e "$archive_new.none" ] || return 0
  if [ "$archive_version" -ge 25 ]; then archive_make=-XX:AOTCacheOutput=; else archive_make=-XX:ArchiveClassesAtExit=; fi
}

# Whether no FILE behind the first one is newer than it.
archive_holds() {
  archive_old=$1
  shift
  for archive_each in "$@"; do
    if [ "$archive_each" -nt "$archive_old" ]; then return 1; fi
  done
}

# Whether a folder, which need not be there, can be written to.
archive_writable() {
  archive_above=$1
  until [ -e "$archive_above" ]; do
    case $archive_above in
      */*) archive_above=${archive_above%/*} ;;
      *) return 1 ;;
    esac
  done
  [ -d "$archive_above" ] && [ -w "$archive_above" ]
}

archive_options() {
  if [ "$1" -ge 25 ]; then
    archive_use=-XX:AOTCache=$2 archive_quiet="-Xlog:aot=off -Xlog:cds=off"
  else
    archive_use=-XX:SharedArchiveFile=$2 archive_quiet="-Xshare:auto -Xlog:cds=off"
  fi
}

# Waits for the run that makes the archive now, two minutes at most. Fails if there is no archive then.
archive_await() {
  archive_seconds=0
  while [ -d "$archive_new.lock" ] && [ "$archive_seconds" -lt 120 ]; do
    sleep 1
    archive_seconds=$((archive_seconds + 1))
  done
  [ -s "$archive_new" ]
}

# archive_train COMMAND…: makes the archive by a run of this command, to which the option is added; one at a time. Fails if
# there is none then.
archive_train() {
  mkdir -p "${archive_new%/*}" 2>/dev/null || return 1
  archive_lock=$archive_new.lock
  if [ -n "$(find "$archive_lock" -prune -mmin +10 2>/dev/null)" ]; then rmdir "$archive_lock" 2>/dev/null || :; fi
  mkdir "$archive_lock" 2>/dev/null || return 1
  archive_temporary=$archive_new.$$
  archive_java=$1
  shift
  nice -n 19 "$archive_java" "$archive_make$archive_temporary" "$@" </dev/null >/dev/null 2>&1 || :
  if [ -s "$archive_temporary" ]; then
    mv -f "$archive_temporary" "$archive_new"
    find "${archive_new%/*}" -name 'castile-*' -mtime +30 -type f -exec rm -f {} + 2>/dev/null || :
  else
    rm -f "$archive_temporary"
    : >"$archive_new.none" # so that it is not tried at every start
  fi
  rm -f "$archive_temporary".* # what the JVM leaves beside it
  rmdir "$archive_lock" 2>/dev/null || :
  [ -s "$archive_new" ]
}
