#!/bin/sh
# Configures PgBouncer's only account, the servers'. Its password comes from the environment and is
# written to a file in memory that only this user can read.
set -eu
umask 077
quoted=$(printf '%s' "${DATABASE_SERVER_PASSWORD:?}" | sed 's/"/""/g')
printf '"awards_server" "%s"\n' "$quoted" > /tmp/userlist.txt
unset DATABASE_SERVER_PASSWORD quoted
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
