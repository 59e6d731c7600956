import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from './lib/run.mjs';

// Consistency of the deployment files with each other and with the application. Needs no container
// engine, which would find the same problems only in production.

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const dockerfile = read('Dockerfile');
const caddyfile = read('ops/caddy/Caddyfile');
const pgbouncer = read('ops/pgbouncer/pgbouncer.ini');
const units = ['festival-awards.service', 'festival-awards-backup.service'];

const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        build: z.object({ target: z.string() }).optional(),
        command: z.array(z.string()).optional(),
        environment: z.record(z.string(), z.string()).default({}),
        networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]),
        ports: z.array(z.string()).default([]),
        volumes: z.array(z.string()).default([]),
        read_only: z.literal(true),
        cap_drop: z.tuple([z.literal('ALL')]),
        security_opt: z.tuple([z.literal('no-new-privileges:true')]),
        mem_limit: z.string(),
        stop_grace_period: z.string().optional(),
      }),
    ),
    networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read('compose.yaml'), { merge: true }));
const { services } = compose;

/** Returns a service that must exist. */
function service(name: string) {
  const found = services[name];
  if (!found) throw new Error(`compose.yaml has no service ${name}`);
  return found;
}

const exampleNames = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z_0-9]+)=/gm)].map(
  ([, name = '']) => name,
);
const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name = '']) => name);
const matches = (text: string, expression: RegExp) =>
  [...text.matchAll(expression)].map(([, found = '']) => found);

describe('the Dockerfile', () => {
  test('copies only existing files that .dockerignore includes', () => {
    const lines = matches(dockerfile, /^COPY (?!--from)(.+)$/gm);
    const copied = lines.flatMap((line) => line.split(' ').slice(0, -1));
    expect(copied.length).toBeGreaterThan(5);
    const [, ...allowed] = matches(read('.dockerignore'), /^!?([^#\n]+)$/gm);
    const isAllowed = (file: string) =>
      allowed.some((entry) => file === entry || file.startsWith(`${entry}/`));
    expect(copied.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    expect(copied.filter((file) => file !== '.' && !isAllowed(file))).toEqual([]);
  });

  test('includes only existing files, and no settings or data', () => {
    const allowed = matches(read('.dockerignore'), /^!(.+)$/gm);
    expect(allowed.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    expect(read('.dockerignore')).toMatch(/^\*$/m);
    expect(allowed.filter((file) => /^\.(env|data)|\*|^node_modules|^dist/.test(file))).toEqual([]);
  });

  test('contains every tsconfig needed by the build', () => {
    const tsconfig = z
      .object({ references: z.array(z.object({ path: z.string() })) })
      .parse(JSON.parse(read('tsconfig.json')));
    const allowed = matches(read('.dockerignore'), /^!(.+)$/gm);
    const files = tsconfig.references.map(({ path: reference }) =>
      reference.endsWith('.json') ? reference : `${reference}/tsconfig.json`,
    );
    const missing = files.filter(
      (file) => !allowed.some((entry) => file === entry || file.startsWith(`${entry}/`)),
    );
    expect(missing).toEqual([]);
  });

  test('uses the newest Node version tested, and package.json requires the oldest', () => {
    const { engines } = z
      .object({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(read('package.json')));
    const [list = ''] = matches(read('scripts/test-nodes.mjs'), /^const MAJORS = (.+);$/gm);
    const tested = matches(list, /'(\d+)'/g);
    expect(matches(engines.node, /^>=(\d+)\./g)).toEqual(tested.slice(0, 1));
    expect(matches(dockerfile, /^ARG NODE=node:(\d+)-bookworm-slim$/gm)).toEqual(tested.slice(-1));
  });

  test('starts only built or existing files, and never as root', () => {
    const programs = matches(dockerfile, /^CMD \["(?:node|bash|sh)", "([^"]+)"/gm);
    expect(programs).toEqual(['ops/backup.sh', '/etc/pgbouncer/start.sh', 'dist/server/index.js']);
    expect(read('package.json')).toContain('node dist/server/index.js');
    expect(matches(dockerfile, /^USER (.+)$/gm)).toEqual(['1000:1000', 'postgres', 'node']);
  });

  test('checks a health endpoint that the server has', () => {
    const [endpoint] = matches(dockerfile, /fetch\(`[^`]+(\/api\/[^`]+)`\)/g);
    expect(read('server/http/health.ts')).toContain(`'${endpoint}'`);
  });
});

describe('compose.yaml', () => {
  test('uses only settings that .env.example describes', () => {
    const used = matches(read('compose.yaml'), /\$\{([A-Z_0-9]+)/g);
    expect(used.length).toBeGreaterThan(50);
    // The running release, for operators who want to roll back to one.
    expect([...new Set(used)].filter((name) => !exampleNames.includes(name))).toEqual(['TAG']);
  });

  test('passes the server every setting that exists for it', () => {
    const passed = Object.keys(service('app').environment);
    expect(passed.filter((name) => !exampleNames.includes(name))).toEqual([]);
    expect(exampleNames.filter((name) => !passed.includes(name))).toEqual([
      // Set by the image.
      'NODE_ENV',
      // Never in production.
      'DEMO',
      'PORT',
      // All addresses, in container networks.
      'HOST',
      'DATABASE_OWNER_URL',
      'DATA_DIR',
      'BACKUP_DIR',
      // For tests against another server.
      'STRIPE_API_BASE',
      // Set for other containers.
      'POSTGRES_PASSWORD',
      'DATABASE_OWNER_PASSWORD',
      'DATABASE_SERVER_PASSWORD',
      'GRAFANA_PASSWORD',
      'BACKUP_AT',
      'BACKUP_KEEP_DAYS',
    ]);
  });

  test('contains no secret', () => {
    const secret = /PASSWORD|SECRET|_KEY$|TOKEN/;
    const variables = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment),
    );
    const secrets = variables.filter(([name]) => secret.test(name));
    expect(secrets.length).toBeGreaterThan(15);
    expect(secrets.filter(([, value]) => !/^\$\{[A-Z_0-9]+:(-|\?[^}]*)\}$/.test(value))).toEqual(
      [],
    );
  });

  test("hides the table owner's role from the servers", () => {
    const owners = Object.entries(services).filter(([, { environment }]) =>
      JSON.stringify(environment).includes('DATABASE_OWNER_PASSWORD'),
    );
    expect(owners.map(([name]) => name)).toEqual(['migrate', 'backup', 'postgres']);
  });

  test('exposes only Caddy', () => {
    const exposed = Object.entries(services).filter(([, { ports }]) =>
      ports.some((port) => !port.startsWith('127.0.0.1:')),
    );
    expect(exposed.map(([name]) => name)).toEqual(['caddy']);
    const internal = Object.entries(compose.networks).filter(([, network]) => network?.internal);
    expect(internal.map(([name]) => name)).toEqual(['data', 'metrics']);
    for (const name of ['postgres', 'pooler', 'migrate', 'backup']) {
      expect(service(name).networks).toEqual(['data']);
    }
    expect(service('caddy').networks).toEqual(['edge']);
  });

  test('mounts only existing paths', () => {
    const mounts = Object.values(services).flatMap(({ volumes }) => volumes);
    const sources = mounts.map((mount) => mount.split(':', 1).join());
    const files = sources.filter((source) => source.startsWith('./'));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    const named = sources.filter((source) => !source.startsWith('./'));
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  test('builds existing targets and runs existing commands', () => {
    const targets = Object.values(services).flatMap(({ build }) => build?.target ?? []);
    expect(targets.length).toBe(3);
    expect(targets.filter((target) => !stages.includes(target))).toEqual([]);
    expect(read('package.json')).toContain(
      `"db:migrate": "exec ${service('migrate').command?.join(' ')}"`,
    );
    expect(read('ops/backup.sh')).toContain('node scripts/command.mjs backup');
    expect(read('package.json')).toContain('"db:backup": "exec node scripts/command.mjs backup"');
  });

  test("uses pg_dump of the server's version", () => {
    expect(matches(dockerfile, /^ARG POSTGRES=(.+)$/gm)).toEqual([service('postgres').image]);
  });

  test('agrees with the other files about hosts and ports', () => {
    const { environment } = service('app');
    const [port] = matches(dockerfile, /^ {2}PORT=(\d+)/gm);
    expect(matches(dockerfile, /^EXPOSE (\d+)$/gm)).toContain(port);
    expect(service('caddy').environment.UPSTREAM).toBe(`app:${port}`);
    expect(caddyfile).toContain('{$UPSTREAM:');
    expect(caddyfile).toContain('{$PUBLIC_URL}');

    const pooled = new URL(environment.DATABASE_URL?.replace(/\$\{[^}]+\}/, 'x') ?? '');
    const [pooler] = matches(pgbouncer, /^listen_port = (\d+)$/gm);
    expect(pooled.host).toBe(`pooler:${pooler}`);
    expect(pgbouncer).toContain(`\n${pooled.pathname.slice(1)} = host=postgres port=5432\n`);
    const direct = new URL(environment.DATABASE_LISTEN_URL?.replace(/\$\{[^}]+\}/, 'x') ?? '');
    expect(direct.host).toBe('postgres:5432');

    const { METRICS_HOST, METRICS_PORT } = environment;
    expect(service('app').networks).toMatchObject({ metrics: { ipv4_address: METRICS_HOST } });
    expect(read('ops/prometheus/targets-compose.yml')).toContain(`"app:${METRICS_PORT}"`);
  });
});

test('PgBouncer is configured as the servers need it', () => {
  expect(pgbouncer).toMatch(/^pool_mode = transaction$/m);
  const [maximum] = matches(pgbouncer, /^max_prepared_statements = (\d+)$/gm);
  expect(Number(maximum)).toBeGreaterThanOrEqual(100);
  // Settings that it ignores at connection start are set for the role.
  const [ignored = ''] = matches(pgbouncer, /^ignore_startup_parameters = (.+)$/gm);
  const client = read('server/db/client.ts');
  // query_timeout is handled by the driver itself.
  const timeouts = [...new Set(matches(client, /^ +((?!query_)\w+_timeout)[:,]/gm))].sort();
  expect(timeouts.length).toBe(3);
  expect(ignored.split(',').sort()).toEqual(timeouts);
  const roles = read('ops/postgres/roles.sh');
  expect(matches(roles, /set (\w+_timeout) =/g).sort()).toEqual(timeouts);
});

test.each(units)('the unit %s starts only existing programs', (unit) => {
  const text = read(`ops/systemd/${unit}`);
  const [program = ''] = matches(text, /^ExecStart=\/usr\/bin\/(?:node|bash) (\S+)/gm);
  expect(program === 'dist/server/index.js' || existsSync(path.join(ROOT, program))).toBe(true);
  const settings = matches(text, /^Environment=(.+)$/gm)
    .flatMap((line) => line.split(' '))
    .map((pair) => pair.split('=', 1).join());
  const allowed = [...exampleNames, 'MALLOC_TRIM_THRESHOLD_'];
  expect(settings.filter((name) => !allowed.includes(name))).toEqual([]);
});
