import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFile,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newestBackup } from '#server/backup/index';
import { programMajor } from '#server/backup/postgres-programs';
import { PROJECT_ROOT } from '#server/config/paths';
import { openDatabase } from '#server/db/client';
import { identify, isRunning } from '../../server/platform/process-lock.mjs';
import { startTestApp, type TestApp } from '../support/app';
import { builtProgram } from '../support/built-program';
import {
  createBareDatabase,
  createTestDatabase,
  execute,
  type TestDatabase,
} from '../support/database';
import { startDumpableServer } from '../support/dumpable-server';
import { aVoteFor, freshPhone, givenIn } from '../support/given';

type Command = 'backup' | 'restore';

/** No npm package includes pg_dump. In CI it must be installed. */
const isSkipped = (await programMajor('pg_dump')) === null && !process.env.CI;
if (isSkipped)
  process.stderr.write('Without pg_dump backups are not tested (apt install postgresql).\n');

describe.skipIf(isSkipped)('backup and restore', () => {
  let server: Awaited<ReturnType<typeof startDumpableServer>>;
  let app: TestApp;
  let source: TestDatabase;
  let target: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    server = await startDumpableServer();
    source = await createTestDatabase(server);
    app = await startTestApp({ database: source });
  });
  afterAll(async () => {
    await app?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'awards-backups-'));
    target = await createBareDatabase(server);
    return async () => {
      await target.drop();
      await rm(folder, { recursive: true });
    };
  });

  /**
   * Runs the command as a site operator does, outside of the project, so that no developer's .env
   * file is read.
   */
  function start(command: Command, args: string[], database: TestDatabase, env: object = {}) {
    const options = {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATA_DIR: folder,
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.ownerUrl,
        ...env,
      },
    };
    return execFile(process.execPath, [builtProgram(`commands/${command}`), ...args], options);
  }

  async function run(...how: Parameters<typeof start>) {
    const child = start(...how);
    const [out, error, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'close'),
    ]);
    return { code, out: out.trim(), error: error.trim() };
  }

  /** Pays until told to stop, over HTTP, and records which payments were reported as completed. */
  function payContinuously(nominations: { id: string }[]) {
    const completed: string[] = [];
    let isOver = false;
    const pay = async () => {
      // Ends in 00: approves automatically.
      const phoneNumber = `${freshPhone().slice(0, -2)}00`;
      const vote = aVoteFor(nominations, { phoneNumber });
      const { body } = await app.http.post('/api/campay-payment').send(vote).expect(201);
      for (;;) {
        await app.given.dueNow(body.paymentId);
        const answer = await app.http.get(`/api/payment/${body.paymentId}/status`).expect(200);
        if (answer.body.status === 'completed') break;
      }
      completed.push(body.paymentId);
    };
    const paying = (async () => {
      while (!isOver) await pay();
    })();
    return {
      completed,
      stop: () => {
        isOver = true;
        return paying;
      },
    };
  }

  /** Everything that a backup leaves in a folder, complete or not. */
  const backupsIn = async (place: string) =>
    (await readdir(place)).filter((name) => name.includes('dump')).sort();

  const sha256 = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');

  test('votes that were reported as counted are all in a backup taken under load', async () => {
    const { nominations } = await app.given.artist({ nominatedIn: 2 });
    const voter = payContinuously(nominations);
    await app.entered();
    await expect.poll(() => voter.completed.length).toBeGreaterThanOrEqual(5);
    const before = [...voter.completed];
    const backup = await run('backup', [], source);
    expect(backup).toMatchObject({ code: 0, error: '' });
    const atTheEnd = voter.completed.length;
    await expect.poll(() => voter.completed.length).toBeGreaterThan(atTheEnd);
    await voter.stop();

    const { file } = (await newestBackup(path.join(folder, 'backups')))!;
    expect(backup.out).toContain(file);
    const names = ['', '.checkpoint', '.sha256'].map((end) => `${path.basename(file)}${end}`);
    expect(await backupsIn(path.dirname(file))).toEqual(names);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(`${file}.sha256`, 'utf8')).toBe(
      `${await sha256(file)}  ${path.basename(file)}\n`,
    );

    expect(await run('restore', [file], target)).toEqual({
      code: 0,
      out: [
        `The database was restored from ${file}.`,
        'Every total equals the votes of completed payments.',
        'Every payment is counted.',
        'The open count contains every payment and matches every total.',
      ].join('\n'),
      error: '',
    });
    // Read by the server's role, with its permissions.
    const restored = openDatabase(target.url);
    try {
      const given = givenIn(restored.db);
      const payments = await given.payments();
      const completed = payments.filter(({ status }) => status === 'completed').map(({ id }) => id);
      expect(completed).toEqual(expect.arrayContaining(before));
      expect(await given.votesOf(nominations[0]!)).toBe(completed.length * 2);
      await expect(restored.pool.query('delete from payment_events')).rejects.toThrow('permission');
    } finally {
      await restored.close();
    }

    const secondRestore = await run('restore', [file], target);
    expect(secondRestore.code).toBe(1);
    expect(secondRestore.error).toMatch(/^The database holds \d+ tables .* nothing was changed\./);
  });

  test('a difference in the books is reported, with exit code 1', async () => {
    const database = await createTestDatabase(server);
    const { db, close } = openDatabase(database.ownerUrl);
    const given = givenIn(db);
    const { nominations } = await given.artist();
    await given.completedPayment(nominations);
    await close();
    await execute(database.ownerUrl, 'update nomination_totals set votes = votes + 7');
    const file = path.join(folder, 'wrong.dump');
    expect(await run('backup', [file], database)).toMatchObject({ code: 0 });
    await database.drop();

    const { code, error } = await run('restore', [file], target);
    expect(code).toBe(1);
    const total = `nomination ${nominations[0]!.id}: total says 9`;
    expect(error.split('\n')).toEqual([
      `${total}, the ledger counts 2`,
      `${total}, the open count 2`,
    ]);
  });

  test('a log that differs from the signed one is reported, with exit code 1', async () => {
    const { nominations } = await app.given.artist();
    await app.given.completedPayment(nominations);
    await app.entered();
    const file = path.join(folder, 'signed.dump');
    expect(await run('backup', [file], source)).toMatchObject({ code: 0 });
    const signed = await readFile(`${file}.checkpoint`, 'utf8');
    const [origin, size] = signed.split('\n');
    const root = createHash('sha256').update('another log').digest('base64');
    await writeFile(`${file}.checkpoint`, `${origin}\n${size}\n${root}\n\n— a.example AAAAAAAA\n`);
    expect(await run('restore', [file], target)).toMatchObject({
      code: 1,
      error: 'The open count differs from the one signed before the backup.',
    });
  });

  test('an existing backup is not overwritten', async () => {
    const file = path.join(folder, 'before-the-release.dump');
    expect(await run('backup', [file], source)).toMatchObject({ code: 0 });
    const first = await readFile(file);
    expect(await run('backup', [file], source)).toEqual({
      code: 1,
      out: '',
      error: `${file} already exists and is not overwritten.`,
    });
    expect(await readFile(file)).toEqual(first);
    expect(await backupsIn(folder)).toHaveLength(3);
  });

  test('a changed backup, or one without its checksum, is not restored', async () => {
    const file = path.join(folder, 'one.dump');
    await run('backup', [file], source);
    const altered = path.join(folder, 'altered.dump');
    await copyFile(file, altered);
    await copyFile(`${file}.sha256`, `${altered}.sha256`);
    await appendFile(altered, 'x');
    const refusals = {
      [altered]: `${altered} was altered: its checksum does not match.`,
      [`${folder}/none.dump`]: `${folder}/none.dump.sha256 is missing or cannot be read.`,
    };
    for (const [name, error] of Object.entries(refusals)) {
      expect(await run('restore', [name], target)).toEqual({ code: 1, out: '', error });
    }
    expect(await run('restore', [file], target)).toMatchObject({ code: 0 });
  });

  test('a backup that fails leaves nothing behind, in a database or a folder', async () => {
    const file = path.join(folder, 'cut.dump');
    await run('backup', [file], source);
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - 1_000));
    await writeFile(`${file}.sha256`, `${await sha256(file)}  cut.dump\n`);
    const cut = await run('restore', [file], target);
    expect(cut.code).toBe(1);
    expect(cut.error).toMatch(/^pg_restore: error: /);

    const byTheServersRole = { DATABASE_OWNER_URL: '' };
    const refused = await run('backup', ['refused.dump'], source, byTheServersRole);
    expect(refused.code).toBe(1);
    expect(refused.error).toMatch(/^pg_dump: error: .*permission denied.*DATABASE_OWNER_URL/s);
    expect(await backupsIn(folder)).toEqual(['cut.dump', 'cut.dump.checkpoint', 'cut.dump.sha256']);

    const good = path.join(folder, 'good.dump');
    await run('backup', [good], source);
    expect(await run('restore', [good], target)).toMatchObject({ code: 0 });
  });

  /** Writes a program that prints a version, or else runs the script `otherwise`. */
  const writeProgram = (place: string, name: string, version: number, otherwise = '') =>
    writeFile(
      path.join(place, name),
      `#!/bin/sh
    if [ "$1" = --version ]; then echo '${name} (PostgreSQL) ${version}.1 (Debian)'; exit; fi
    ${otherwise}`,
      { mode: 0o755 },
    );

  test('a backup that is stopped removes its unfinished file and stops pg_dump', async () => {
    const bin = await mkdtemp(path.join(folder, 'bin-'));
    const pid = path.join(folder, 'pid');
    await writeProgram(
      bin,
      'pg_dump',
      99,
      `echo half; echo "$$ $*" > ${pid}.new; mv ${pid}.new ${pid}; exec sleep 600`,
    );
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const child = start('backup', ['stopped.dump'], source, env);
    await expect.poll(() => readFile(pid, 'utf8').catch(() => '')).toMatch(/^\d+ .+\n$/);
    const commandLine = await readFile(pid, 'utf8');
    // Every user of the machine can read it.
    expect(commandLine).not.toContain(new URL(source.ownerUrl).password);
    const dumping = identify(Number.parseInt(commandLine, 10));
    expect(await backupsIn(folder)).toHaveLength(1);
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(await backupsIn(folder)).toEqual([]);
    await expect.poll(() => isRunning(dumping)).toBe(false);
  });

  test('missing programs, and those of another version than the server, are reported', async () => {
    const file = path.join(folder, 'one.dump');
    await run('backup', [file], source);
    const env = { PATH: await mkdtemp(path.join(folder, 'bin-')) };
    const install = (program: string, version: number) => writeProgram(env.PATH, program, version);
    expect((await run('backup', ['more.dump'], source, env)).error).toMatch(
      /^pg_dump is not installed\. /,
    );
    expect((await run('restore', [file], target, env)).error).toMatch(
      /^pg_restore is not installed\. /,
    );

    await install('pg_dump', 9);
    await install('pg_restore', 9);
    expect((await run('backup', ['more.dump'], source, env)).error).toMatch(
      /^pg_dump is of version 9, too old for the server's \d+\./,
    );
    expect((await run('restore', [file], target, env)).error).toMatch(
      /^pg_restore is of version 9, too old for the server's \d+\./,
    );
  });

  test('the nightly job removes its own old backups, once a new one is there', async () => {
    const directory = await mkdtemp(path.join(folder, 'nightly-'));
    const DAY_MS = 24 * 60 * 60 * 1_000;
    const daysOld: [name: string, days: number][] = [
      ['festival-awards-old.dump', 3],
      ['festival-awards-old.dump.sha256', 3],
      ['festival-awards-young.dump', 1],
      ['before-the-release.dump', 9],
    ];
    for (const [name, days] of daysOld) {
      const at = new Date(Date.now() - days * DAY_MS);
      await writeFile(path.join(directory, name), '');
      await utimes(path.join(directory, name), at, at);
    }
    const before = (await readdir(directory)).sort();
    const nightly = async (env: Record<string, string>) => {
      const child = execFile('bash', [path.join(PROJECT_ROOT, 'ops', 'backup.sh'), 'once'], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          DATA_DIR: folder,
          BACKUP_DIR: directory,
          BACKUP_KEEP_DAYS: '2',
          DATABASE_URL: source.url,
          DATABASE_OWNER_URL: source.ownerUrl,
          ...env,
        },
      });
      const [out, [code]] = await Promise.all([text(child.stdout!), once(child, 'close')]);
      return { code, out, names: (await readdir(directory)).sort() };
    };

    expect(await nightly({ BACKUP_KEEP_DAYS: 'two' })).toMatchObject({ code: 2, names: before });
    const byTheServersRole = { DATABASE_OWNER_URL: '' };
    expect(await nightly(byTheServersRole)).toMatchObject({ code: 1, names: before });

    const { code, out, names } = await nightly({});
    expect(code).toBe(0);
    expect(out).toContain('Removed: ');
    const newFiles = names.filter((name) => !before.includes(name));
    expect(newFiles).toEqual([
      expect.stringMatching(/^festival-awards-\d{4}-.+Z\.dump$/),
      expect.stringMatching(/^festival-awards-\d{4}-.+Z\.dump\.checkpoint$/),
      expect.stringMatching(/^festival-awards-\d{4}-.+Z\.dump\.sha256$/),
    ]);
    const remaining = names.filter((name) => before.includes(name));
    expect(remaining).toEqual(['before-the-release.dump', 'festival-awards-young.dump']);
  });

  test.each<[Command, string[]]>([
    ['backup', ['one.dump', 'two.dump']],
    ['backup', ['']],
    ['restore', []],
    ['restore', ['one.dump', 'two.dump']],
  ])('%s with %j prints the usage', async (command, args) => {
    const { code, error } = await run(command, args, source);
    expect(code).toBe(1);
    expect(error).toMatch(/^Give one .*: npm run db:\w+ -- before-the-release\.dump$/);
  });
});
