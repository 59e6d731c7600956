#!/usr/bin/env bash
# Makes a backup and removes those older than BACKUP_KEEP_DAYS (default 14), but only files with our
# names, and only after the new one is complete:
#
#   ops/backup.sh once    for a timer (ops/systemd); exit code 1 when no backup was made
#   ops/backup.sh daily   in a container; runs for ever, at BACKUP_AT of each day (default 03:30)
#
# Only this script removes old backups. Give other files in the same folder different names.
set -euo pipefail
cd "$(dirname "$0")/.."

keep_days=${BACKUP_KEEP_DAYS:-14}
at=${BACKUP_AT:-03:30}
folder=${BACKUP_DIR:?must be the folder of the backups}
retry_seconds=600

if ! [[ $keep_days =~ ^[1-9][0-9]{0,3}$ ]]; then
  echo "BACKUP_KEEP_DAYS must be a number of days." >&2
  exit 2
fi

once() {
  node scripts/command.mjs backup || return 1
  find "$folder" -maxdepth 1 -type f -name 'festival-awards-*.dump*' \
    -mmin "+$((keep_days * 24 * 60))" -print -delete | sed 's/^/Removed: /'
}

# A shell handles signals during `wait`, but not during a foreground `sleep`.
sleep_interruptibly() {
  sleep "$1" &
  wait $!
}

has_recent_backup() {
  find "$folder" -maxdepth 1 -name 'festival-awards-*.dump' -mmin -1440 | grep -q .
}

daily() {
  trap 'kill $(jobs -p) 2>/dev/null; exit 0' TERM INT
  while :; do
    if ! has_recent_backup; then
      until once & wait $!; do
        echo "BACKUP FAILED. The next attempt is in $((retry_seconds / 60)) minutes." >&2
        sleep_interruptibly "$retry_seconds"
      done
    fi
    next=$(date -d "today $at" +%s)
    now=$(date +%s)
    [ "$next" -gt "$now" ] || next=$(date -d "tomorrow $at" +%s)
    sleep_interruptibly $((next - now))
  done
}

case ${1:-} in
  once) once ;;
  daily) daily ;;
  *)
    echo "Usage: ops/backup.sh once|daily" >&2
    exit 2
    ;;
esac
