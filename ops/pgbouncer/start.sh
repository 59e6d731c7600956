#!/bin/sh
# The one account that PgBouncer knows: the servers' own. Its password comes from the environment and
# is written to a file that only this user can read, in memory.
set -eu
umask 077
quoted=$(printf '%s' "${DATABASE_SERVER_PASSWORD:?}" | sed 's/"/""/g')
printf '"awards_server" "%s"\n' "$quoted" > /tmp/userlist.txt
unset DATABASE_SERVER_PASSWORD quoted
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
