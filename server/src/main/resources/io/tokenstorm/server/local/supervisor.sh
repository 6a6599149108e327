# Runs one command and sees to it that nothing of it outlives Tokenstorm.
#   setsid sh -c THIS NAME GRACE LOG COMMAND [ARGUMENT...]
# GRACE is in hundredths of a second, LOG takes what the command prints. Standard input is a pipe that Tokenstorm holds
# and never writes to. When it ends, all processes of the command are ended: because Tokenstorm closed it, or because
# Tokenstorm is no more, however it went. Standard output tells Tokenstorm, in lines: "pid N", the command runs; "exit N",
# it exited, others of its processes may run; "left N ...", processes that outlive SIGKILL.
# Needs a POSIX shell, /proc and setsid, nothing else.
set -u
grace=$1
log=$2
shift 2
me=$$

# This process and no other, now or later, until the machine is started anew.
identity() {
  read -r stat <"/proc/$me/stat"
  set -- ${stat##*) }
  shift 19
  echo ":$me-$1:"
}
mark=$(identity)
# Added to that of a command around this one, so that each finds all that is below it.
TOKENSTORM_SERVER="${TOKENSTORM_SERVER-}$mark"
export TOKENSTORM_SERVER

# Processes of the command: in its session, in its group, or bearing its mark. Dead ones that nobody has waited for are none.
members() {
  marked=" $(grep -lsF -e "$mark" /proc/[0-9]*/environ | tr '\n' ' ')"
  for dir in /proc/[0-9]*; do
    { read -r stat <"$dir/stat"; } 2>/dev/null || continue
    set -- ${stat##*) }
    case ${1-Z} in Z | X) continue ;; esac
    if [ "${3-}" = "$me" ]; then continue; fi
    if [ "${3-}" = "$server" ] || [ "${4-}" = "$server" ]; then
      echo "${dir#/proc/}"
    else
      case $marked in *" $dir/environ "*) echo "${dir#/proc/}" ;; esac
    fi
  done
}

tell() {
  for pid in $(members); do kill -s "$1" "$pid" 2>/dev/null; done
}

# In hundredths of a second, from the start of the machine.
clock() {
  read -r up rest </proc/uptime
  echo "${up%.*}${up#*.}"
}

nap() { sleep 0.05 2>/dev/null || sleep 1; }

end_all() {
  limit=$(($(clock) + grace))
  tell TERM
  while [ -n "$(members)" ] && [ "$(clock)" -lt "$limit" ]; do nap; done
  # What accelerators' drivers need to let go may take a while.
  limit=$(($(clock) + 6000))
  while [ -n "$(members)" ] && [ "$(clock)" -lt "$limit" ]; do
    tell KILL
    nap
  done
}

# The shell makes a command in the background ignore interrupts; where env can, it is undone.
defaults=
if env --default-signal=INT,QUIT true 2>/dev/null; then defaults="env --default-signal=INT,QUIT"; fi

exec 3<&0 </dev/null
setsid $defaults "$@" </dev/null >>"$log" 2>&1 3<&- &
server=$!
echo "pid $server"
(
  while read -r nothing; do :; done
  end_all
) <&3 >/dev/null 2>&1 3<&- &
watcher=$!
# Shells remark on killed jobs, into the log.
exec 3<&- 2>/dev/null
wait "$server"
echo "exit $?"
end_all
kill "$watcher"
wait "$watcher"
left=$(members | tr '\n' ' ')
if [ -n "$left" ]; then echo "left $left"; fi
