# syntax=docker/dockerfile:1
# Three images, all used by compose.yaml: `app` (the default), `backup` and `pooler`.

# Debian instead of Alpine: sharp and esbuild are built for glibc and best tested there, and the image
# `backup` copies this Node into Debian's PostgreSQL image. `npm run test:nodes` tests this major version.
ARG NODE=node:24-bookworm-slim
# The newest major version. compose.yaml uses the same, because pg_dump must not be older than the server.
ARG POSTGRES=postgres:18-bookworm
# Debian 13 has PgBouncer 1.24; Debian 12's loses prepared statements.
ARG DEBIAN=debian:trixie-slim

# ---------------------------------------------------------------- build
FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
# The demo is removed: production never loads it. Only rehearsals load the sandboxes.
RUN npm run build && rm -r dist/demo

# ---------------------------------------------------------------- runtime files
FROM ${NODE} AS production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs its install script. npm also installs TypeScript and types, because they are
# optional peers of some.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -r node_modules/typescript node_modules/@typescript node_modules/@types \
  && npm cache clean --force
COPY migrations migrations
# Runs the built commands (db:migrate, doctor, admin:grant, …).
COPY scripts/command.mjs scripts/
# The public verifier and the specification of the log, which the server offers for download.
COPY tools tools
COPY docs/open-count.md docs/
COPY --from=build /app/dist dist
# Named volumes inherit their owner from these directories.
RUN install -d -o node -g node -m 0700 /data /backups
ENV NODE_ENV=production \
  PORT=3000 \
  DATA_DIR=/data \
  BACKUP_DIR=/backups \
  # Same as in `npm start`: otherwise a process never frees the memory that image processing used.
  MALLOC_TRIM_THRESHOLD_=131072 \
  # A writable cache directory for npm, and no update check.
  npm_config_cache=/tmp/npm \
  npm_config_update_notifier=false

# ---------------------------------------------------------------- the backup job
# PostgreSQL's own image, for a pg_dump of the server's version, plus Node and the application.
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
# Same limit as the alert in Prometheus: a day and two hours.
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
# Node itself is process 1, so that the signal reaches the primary process, which stops the workers in order.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "dist/server/index.js"]
