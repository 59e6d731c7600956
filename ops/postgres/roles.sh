#!/usr/bin/env bash
# Creates the two roles and the database described in docs/operations.md, "Two database roles".
# PostgreSQL's container runs it once, when its data directory is empty; to run it by hand:
#
#   sudo -u postgres DATABASE_OWNER_PASSWORD=… DATABASE_SERVER_PASSWORD=… ops/postgres/roles.sh
set -euo pipefail

# Uses the environment and standard input, because every user of the machine can read a process's arguments.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv server_password DATABASE_SERVER_PASSWORD
create role awards_owner login password :'owner_password';
create role awards_server login password :'server_password';
create database awards owner awards_owner;
revoke all on database awards from public;
grant connect on database awards to awards_server;
-- The server sets the same limits for direct connections; through a pooler these apply.
alter role awards_server in database awards set statement_timeout = '30s';
alter role awards_server in database awards set lock_timeout = '10s';
alter role awards_server in database awards set idle_in_transaction_session_timeout = '30s';
SQL
