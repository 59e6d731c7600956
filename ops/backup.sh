#!/usr/bin/env bash
# Takes a backup and removes those that are older than BACKUP_KEEP_DAYS (default 14), our names alone
# and only after a new one is whole:
#
#   ops/backup.sh once    by a timer (ops/systemd); exit code 1 when there is no new backup
#   ops/backup.sh daily   for ever, at BACKUP_AT of each day (default 03:30), in a container
#
# Old backups go by this script alone: whoever keeps other ones beside them gives those other names.
set -euo pipefail
cd "$(dirname "$0")/.."

keep_days=${BACKUP_KEEP_DAYS:-14}
at=${BACKUP_AT:-03:30}
folder=${BACKUP_DIR:?names the folder of the backups}
retry_seconds=600

if ! [[ $keep_days =~ ^[1-9][0-9]{0,3}$ ]]; then
  echo "BACKUP_KEEP_DAYS must be a number of days." >&2
  exit 2
fi

once() {
  node --import tsx server/commands/backup.ts || return 1
  find "$folder" -maxdepth 1 -type f -name 'festival-awards-*.dump*' \
    -mmin "+$((keep_days * 24 * 60))" -print -delete | sed 's/^/Removed: /'
}

# A sleeping shell hears no signal; one that waits does.
rest() {
  sleep "$1" &
  wait $!
}

has_fresh_one() {
  find "$folder" -maxdepth 1 -name 'festival-awards-*.dump' -mmin -1440 | grep -q .
}

daily() {
  trap 'kill $(jobs -p) 2>/dev/null; exit 0' TERM INT
  while :; do
    if ! has_fresh_one; then
      until once & wait $!; do
        echo "BACKUP FAILED. The next try is in $((retry_seconds / 60)) minutes." >&2
        rest "$retry_seconds"
      done
    fi
    next=$(date -d "today $at" +%s)
    now=$(date +%s)
    [ "$next" -gt "$now" ] || next=$(date -d "tomorrow $at" +%s)
    rest $((next - now))
  done
}

case ${1:-} in
  once) once ;;
  daily) daily ;;
  *)
    echo "Say it so: ops/backup.sh once|daily" >&2
    exit 2
    ;;
esac
