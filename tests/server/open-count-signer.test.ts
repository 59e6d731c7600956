import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { desc, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config/index';
import { type Database, type DatabaseHandle, openDatabase } from '#server/db/client';
import {
  enterAll,
  type Log,
  SignerMemory,
  verifyOpenCount,
  Witnesses,
} from '#server/open-count/index';
import { checkLogState } from '#server/open-count/log-state';
import { startSequencer } from '#server/open-count/worker';
import { PAYMENT_ADAPTERS } from '#server/payments/index';
import { createLogger } from '#server/platform/logger';
import { LiveSettings } from '#server/settings/index';
import { openWitnessFolder, type WitnessFolder, witnessServer } from '#server/witness/index';
import { bytesOf } from '#shared/open-count/bytes';
import { readEntry } from '#shared/open-count/entry';
import { toVkey } from '#shared/open-count/note';
import { type Signer, signerOf, toSigningKey } from '#shared/open-count/signer';
import {
  countCheckpoints,
  countEntries,
  countQueue,
  countSigning,
  countWitnesses,
} from '#shared/schema';
import { startTestApp } from '../support/app';
import { builtProgram } from '../support/built-program';
import { verifierAlone } from '../support/count-site';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../support/database';
import { type Given, givenIn } from '../support/given';

const OLD = signerOf('vote.example/count', 'log', new Uint8Array(32).fill(7));
const NEW = signerOf('vote.example/count-2', 'log', new Uint8Array(32).fill(8));
const SECRET = 'a-secret-of-at-least-32-characters';
const { firstSettings } = loadConfig(
  { SESSION_SECRET: SECRET, PHONE_HASH_KEY: SECRET },
  PAYMENT_ADAPTERS,
);
const logger = createLogger('silent');

/** Clean-up at the end of the test, last first. */
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
const folder = async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'awards-signer-'));
  ends.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

/** A server that enters and signs; its memory stays when it moves from database to database. */
interface Process {
  enter(database: TestDatabase): Promise<void>;
  look(database: TestDatabase): ReturnType<typeof checkLogState>;
  /** Runs in the background until the test ends. @returns its log, a JSON text per line */
  goOn(database: TestDatabase): string[];
}
const opened = new Map<string, DatabaseHandle>();
const dbOf = ({ url }: TestDatabase): Database => {
  const handle = opened.get(url) ?? openDatabase(url);
  opened.set(url, handle);
  return handle.db;
};
const disconnect = async () => {
  for (const handle of opened.values()) await handle.close();
  opened.clear();
};

function startProcess(
  dataDir: string,
  { signers = [OLD], witness = null as Witness | null } = {},
): Process {
  const memory = new SignerMemory(dataDir, signers);
  const logOf = (database: TestDatabase): Log => {
    const db = dbOf(database);
    const settings = witness ? [{ vkey: witness.vkey, url: witness.url }] : [];
    return { db, signers, memory, witnesses: new Witnesses({ db, signers, settings, logger }) };
  };
  return {
    enter: (database) => enterAll(logOf(database)),
    look: (database) => checkLogState(logOf(database)),
    goOn: (database) => {
      const lines: string[] = [];
      const stream = new Writable({
        write(line, _encoding, done) {
          lines.push(String(line));
          done();
        },
      });
      const logger = createLogger('warn', stream);
      const sequencer = startSequencer({ ...logOf(database), logger, onSigned: () => undefined });
      ends.push(() => sequencer.stop());
      return lines;
    },
  };
}

let given: Given;
let voted: { id: string }[];
/** The primary, and the standby that lacks the primary's last seconds. */
let primary: TestDatabase;
let promoted: TestDatabase;
let first: Process;
let second: Process;
let firstFolder: string;

const vote = async (database: TestDatabase, times = 1) => {
  for (let i = 0; i < times; i++) {
    await givenIn(dbOf(database)).completedPayment(voted, { each: 1 });
  }
};
const signedSizes = async (database: TestDatabase) => {
  const rows = await dbOf(database).select().from(countCheckpoints);
  return rows.map(({ size }) => size).sort((a, b) => a - b);
};
const newestSize = async (database: TestDatabase) => (await signedSizes(database)).at(-1) ?? 0;
const signing = async (database: TestDatabase) =>
  (await dbOf(database).select().from(countSigning))[0];
/** As in a PostgreSQL that was started after this one was observed. */
const elsewhere = (database: TestDatabase) =>
  dbOf(database).update(countSigning).set({ incarnation: '00000001 1' });
const letGracePass = (database: TestDatabase) =>
  dbOf(database).update(countSigning).set({ unsureSince: sql`now() - interval '11 seconds'` });

/** Signed by `first`, seen by `second`; the last part is missing in the promoted database. */
async function loseTheLastVotes(signedBy = () => first.enter(primary)) {
  await vote(primary, 3);
  await signedBy();
  await second.look(primary);
  await disconnect();
  promoted = await copyTestDatabase(primary);
  ends.push(() => promoted.drop());
  await vote(primary, 2);
  await signedBy();
}

beforeEach(async () => {
  primary = await createTestDatabase();
  ends.push(() => primary.drop());
  ends.push(disconnect);
  await LiveSettings.open(dbOf(primary), firstSettings);
  given = givenIn(dbOf(primary));
  ({ nominations: voted } = await given.artist());
  firstFolder = await folder();
  first = startProcess(firstFolder);
  second = startProcess(await folder());
});

/** Expects that nothing was entered or signed since, and that the log is publicly paused. */
async function expectPaused(database: TestDatabase, process: Process) {
  const before = await signedSizes(database);
  await vote(database, 4);
  await process.enter(database);
  expect(await signedSizes(database)).toEqual(before);
  expect(await dbOf(database).$count(countQueue)).toBeGreaterThanOrEqual(4);
  expect((await signing(database))?.pausedSince).toBeInstanceOf(Date);
}

describe('a database that has lost its last seconds', () => {
  test('is signed by no server: the signer knows the loss and reports it to the others', async () => {
    await loseTheLastVotes();
    await expectPaused(promoted, first);
    expect((await second.look(promoted)).state).toBe('lacks-signed');
    await expectPaused(promoted, second);
  });

  test('is not signed either once it has grown larger than what was signed', async () => {
    await loseTheLastVotes();
    // By a process that remembers nothing of what was lost, and has no standby to tell it.
    const stranger = startProcess(await folder());
    await vote(promoted, 20);
    await stranger.enter(promoted);
    expect(await newestSize(promoted)).toBeGreaterThan(await newestSize(primary));
    expect((await first.look(promoted)).state).toBe('lacks-signed');
    await expectPaused(promoted, stranger);
  });

  test('is not signed by a process started since, which reads the folder of the previous one', async () => {
    await loseTheLastVotes();
    await expectPaused(promoted, startProcess(firstFolder));
  });

  test('is not signed by a process that only saw what another one had signed', async () => {
    await loseTheLastVotes();
    await second.look(primary);
    await expectPaused(promoted, second);
  });

  test('is not signed for a while by a server without memory, and another one reports the loss', async () => {
    await loseTheLastVotes();
    await elsewhere(promoted);
    const stranger = startProcess(await folder());
    const before = await signedSizes(promoted);
    await vote(promoted);
    await stranger.enter(promoted);
    expect(await signedSizes(promoted)).toEqual(before);
    expect((await stranger.look(promoted)).state).toBe('unsure');
    expect((await first.look(promoted)).state).toBe('lacks-signed');
    await letGracePass(promoted);
    await expectPaused(promoted, stranger);
  });

  test('raises an alarm at each running server, once, and nowhere else', async () => {
    await loseTheLastVotes();
    const before = await newestSize(primary);
    const alarms = [first, second].map((process) => process.goOn(promoted));
    for (const lines of alarms) {
      await expect.poll(() => lines.length).toBe(1);
      expect(JSON.parse(lines[0]!)).toMatchObject({ alarm: 'open-count', reason: 'lacks-signed' });
    }
    const quiet = startProcess(await folder()).goOn(primary);
    await vote(primary);
    await expect.poll(() => newestSize(primary)).toBe(before + 1);
    expect(quiet).toEqual([]);
    expect(alarms.map((lines) => lines.length)).toEqual([1, 1]);
  });

  test('is signed again when the old database is back', async () => {
    await loseTheLastVotes();
    await expectPaused(promoted, first);
    const before = await newestSize(primary);
    await vote(primary);
    await first.enter(primary);
    expect(await newestSize(primary)).toBe(before + 1);
  });
});

test('a database that has lost nothing is signed after a while, wherever it runs', async () => {
  await vote(primary);
  await first.enter(primary);
  await elsewhere(primary);
  const before = await newestSize(primary);
  await vote(primary);
  await first.enter(primary);
  expect(await newestSize(primary)).toBe(before);
  await letGracePass(primary);
  await first.enter(primary);
  expect(await newestSize(primary)).toBe(before + 1);
});

test('a remembered checkpoint that was never published is no loss', async () => {
  await vote(primary);
  await first.enter(primary);
  // As if the process had died between the two.
  await dbOf(primary).execute(sql`delete from ${countCheckpoints}`);
  await vote(primary);
  await startProcess(firstFolder).enter(primary);
  expect(await signing(primary)).toMatchObject({ pausedSince: null });
  expect(await newestSize(primary)).toBeGreaterThan(0);
});

test('only the newest of the memory files is stored', async () => {
  for (let i = 0; i < 3; i++) {
    await vote(primary);
    await first.enter(primary);
  }
  const [log = ''] = await readdir(path.join(firstFolder, 'open-count'));
  const files = await readdir(path.join(firstFolder, 'open-count', log));
  expect(files).toEqual([String(await newestSize(primary))]);
});

interface Witness {
  vkey: string;
  url: string;
  /** Requests a signature for the last checkpoint. */
  ask(database: TestDatabase): Promise<void>;
}

describe('witnesses', () => {
  let witness: Witness;
  let server: Server;
  let witnessFolder: WitnessFolder;
  beforeEach(async () => {
    witnessFolder = await openWitnessFolder(await folder(), 'gazette.example/w');
    server = witnessServer({ folder: witnessFolder, logs: [OLD.key], report: () => undefined });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const url = `http://127.0.0.1:${port}`;
    const vkey = toVkey(witnessFolder.signer.key);
    witness = {
      url,
      vkey,
      ask: (database) =>
        new Witnesses({
          db: dbOf(database),
          signers: [OLD],
          settings: [{ vkey, url }],
          logger,
        }).callAll(),
    };
    ends.push(async () => {
      server.close();
      server.closeAllConnections();
      await witnessFolder.close();
    });
  });

  test('replace the memory of servers without one, in a different PostgreSQL', async () => {
    await loseTheLastVotes(async () => {
      await first.enter(primary);
      await witness.ask(primary);
    });
    await elsewhere(promoted);
    const stranger = startProcess(await folder(), { witness });
    await stranger.look(promoted);
    await letGracePass(promoted);
    await expectPaused(promoted, stranger);
    expect((await signing(promoted))?.missing).toContain('vote.example/count\n');
  });

  test('that report a loss when they are asked to sign pause the log, too', async () => {
    await loseTheLastVotes(async () => {
      await first.enter(primary);
      await witness.ask(primary);
    });
    // Each witness is asked at least hourly.
    await dbOf(promoted).update(countWitnesses).set({ askAt: sql`now() - interval '1 hour'` });
    await witness.ask(promoted);
    await expectPaused(promoted, startProcess(await folder()));
  });

  test('are asked by each server that starts', async () => {
    await loseTheLastVotes(async () => {
      await first.enter(primary);
      await witness.ask(primary);
    });
    await expectPaused(promoted, startProcess(await folder(), { witness }));
  });

  test('that cannot be reached delay nothing', async () => {
    await vote(primary);
    await first.enter(primary);
    server.close();
    server.closeAllConnections();
    await elsewhere(primary);
    const stranger = startProcess(await folder(), { witness });
    await stranger.look(primary);
    await letGracePass(primary);
    const before = await newestSize(primary);
    await vote(primary);
    await stranger.enter(primary);
    expect(await newestSize(primary)).toBe(before + 1);
  });
});

describe('npm run ledger:repair', () => {
  const program = builtProgram('commands/ledger/repair');
  beforeAll(async () => {});

  const repair = (database: TestDatabase, signer: Signer, ...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        DATA_DIR: firstFolder,
        LEDGER_SIGNING_KEY: toSigningKey(signer),
      },
    });
  const REASON = 'The standby was two votes behind when it was promoted.';

  test('starts a log of another name after what is left, with the last checkpoint', async () => {
    await loseTheLastVotes();
    const signed = await newestSize(primary);
    await expectPaused(promoted, first);
    const sizeLeft = await newestSize(promoted);

    const { stdout } = await repair(promoted, NEW, '--reason', REASON);
    expect(stdout).toContain(`vote.example/count had signed ${signed} entries`);
    const entries = await dbOf(promoted).select().from(countEntries).orderBy(countEntries.index);
    expect(entries).toHaveLength(sizeLeft + 1);
    const entry = readEntry(bytesOf(entries.at(-1)!.entry));
    expect(entry).toMatchObject({ kind: 'continuation', reason: REASON });
    expect(entry).toMatchObject({
      checkpoint: expect.stringMatching(new RegExp(`^vote\\.example/count\n${signed}\n`)),
    });

    // With the old key nothing continues; with the new one everything.
    await first.enter(promoted);
    expect(await newestSize(promoted)).toBe(sizeLeft);
    const renewed = startProcess(firstFolder, { signers: [NEW] });
    await renewed.enter(promoted);
    const grownSize = await newestSize(promoted);
    expect(grownSize).toBe(sizeLeft + 1 + 4);
    expect(await verifyOpenCount(dbOf(promoted))).toEqual([]);
    expect((await first.look(promoted)).state).toBe('other-name');
    await vote(promoted);
    await renewed.enter(promoted);
    expect(await newestSize(promoted)).toBe(grownSize + 1);
  });

  test('is shown on the site, and verifiers find the old log in the new one', async () => {
    await loseTheLastVotes();
    const verifier = await verifierAlone();
    ends.push(verifier.remove);
    const LEDGER = { LEDGER_SIGNING_KEY: toSigningKey(OLD) };
    await disconnect();
    const site = async (
      database: TestDatabase,
      env: Record<string, string>,
      look: (url: string) => Promise<void>,
    ) => {
      const app = await startTestApp({
        database: { ...database, drop: async () => undefined },
        env,
      });
      await look(app.url);
      await app.close();
      return app;
    };
    const verify = (url: string, state: string) =>
      verifier.run(url, '--patience', '0', '--state', path.join(verifier.folder, state));
    const count = async (url: string) => (await fetch(`${url}/api/count`)).json();

    await site(primary, LEDGER, async (url) => {
      expect((await verify(url, 'saw-all.json')).code).toBe(0);
    });
    await site(promoted, LEDGER, async (url) => {
      expect((await verify(url, 'saw-less.json')).code).toBe(0);
      await first.look(promoted);
      expect(await count(url)).toMatchObject({
        pausedSince: expect.stringContaining('T'),
        continues: null,
      });
    });
    await repair(promoted, NEW, '--reason', REASON);
    await startProcess(firstFolder, { signers: [NEW] }).enter(promoted);
    await disconnect();
    await site(promoted, { LEDGER_SIGNING_KEY: toSigningKey(NEW) }, async (url) => {
      const { pausedSince, continues } = await count(url);
      expect(pausedSince).toBeNull();
      expect(continues).toMatchObject({ origin: 'vote.example/count', reason: REASON });

      const whole = await verify(url, 'saw-less.json');
      expect(whole.text).toContain('replaces vote.example/count');
      expect(whole.code).toBe(0);
      const lacking = await verify(url, 'saw-all.json');
      expect(lacking.text).toContain('continues under another name and without some of the');
      expect(lacking.code).toBe(1);
      // A verifier that starts with the new log reports it, too.
      const result = await verify(url, 'new.json');
      expect(result.text).toContain(REASON);
      expect(result.code).toBe(0);
    });
  });

  test('accepts a checkpoint that a client has stored and no server remembers', async () => {
    await loseTheLastVotes();
    const [newest] = await dbOf(primary)
      .select()
      .from(countCheckpoints)
      .orderBy(desc(countCheckpoints.size));
    await rm(path.join(firstFolder, 'open-count'), { recursive: true });
    const file = path.join(firstFolder, 'kept');
    await expect(repair(promoted, NEW, '--reason', REASON)).rejects.toMatchObject({ code: 1 });
    await writeFile(file, newest!.note);
    const { stdout } = await repair(promoted, NEW, '--reason', REASON, '--checkpoint', file);
    expect(stdout).toContain(`had signed ${newest!.size} entries`);
  });

  test('does nothing when nothing is lost, for a name that was used, or without a reason', async () => {
    await vote(primary);
    await first.enter(primary);
    for (const [signer, args, sentence] of [
      [NEW, ['--reason', REASON], 'it needs no repair'],
      [OLD, ['--reason', REASON], 'Generate a key with another name'],
      [NEW, [], 'Give the reason'],
      [NEW, ['--reason', ' '], 'Give the reason'],
    ] as const) {
      await expect(repair(primary, signer, ...args)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(sentence),
      });
    }
    const continuations = sql`${countEntries.kind} = 'continuation'`;
    expect(await dbOf(primary).$count(countEntries, continuations)).toBe(0);
  });
});

test('a server with the key of another log signs nothing', async () => {
  await vote(primary);
  await first.enter(primary);
  const before = await signedSizes(primary);
  await vote(primary);
  const stranger = startProcess(await folder(), { signers: [NEW] });
  await stranger.enter(primary);
  expect((await stranger.look(primary)).state).toBe('other-name');
  expect(await signedSizes(primary)).toEqual(before);
  await first.enter(primary);
  expect(await newestSize(primary)).toBeGreaterThan(before.at(-1) ?? 0);
});
