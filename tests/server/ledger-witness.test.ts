import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCheckpoint } from '#shared/open-count/checkpoint';
import { parseVkey } from '#shared/open-count/note';
import { MAX_WITNESS_REQUEST_BYTES } from '#shared/open-count/witness';
import { builtProgram } from '../support/built-program';
import { SmallLog } from '../support/small-log';
import { WitnessProcess } from '../support/witness-process';

const log = SmallLog.ofLines(9);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const program = builtProgram('commands/ledger/witness');
let directory: string;
let folder: string;
const running: WitnessProcess[] = [];
beforeAll(async () => {});
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'awards-witness-'));
  folder = path.join(directory, 'of-the-gazette');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((witness) => witness.end('SIGKILL')));
  await rm(directory, { recursive: true });
});

async function start(killed?: 'before' | 'after') {
  const witness = await WitnessProcess.start({
    folder,
    log: log.vkey,
    ...(killed ? { killed } : {}),
  });
  running.push(witness);
  return witness;
}

/** A command that exits. @returns its exit code, and its output */
const run = (...words: string[]) =>
  promisify(execFile)(process.execPath, [program, ...words], { cwd: directory }).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );

const completeArgs = () => ['--folder', folder, '--name', 'witness.example/w1', '--log', log.vkey];

describe('ledger:witness', () => {
  test('creates a key that only its owner can read, and prints what to configure', async () => {
    const witness = await start();
    expect((await stat(path.join(folder, 'key'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(parseVkey(witness.vkey)).toMatchObject({ name: 'witness.example/w1', type: 'witness' });
    expect(witness.printed).toContain(`  ${log.key.name}\n`);
    expect(witness.printed).not.toContain('PRIVATE');
  });

  test('signs a log that grows, shows it, and keeps its state over a restart', async () => {
    const first = await start();
    expect(await first.addCheckpoint(await log.cosignatureRequest(0, 3))).toMatchObject({
      status: 200,
    });
    const answer = await first.addCheckpoint(await log.cosignatureRequest(3, 7));
    const keys = [parseVkey(log.vkey), parseVkey(first.vkey)];
    const signed = await openCheckpoint(`${await log.checkpoint(7)}${answer?.body}`, keys);
    expect(signed.cosignatures.map(({ key }) => key.name)).toEqual(['witness.example/w1']);
    await first.end();

    const second = await start();
    expect(second.vkey).toBe(first.vkey);
    const shown = await fetch(`${second.url}/${hashOf(log.key.name)}/checkpoint`);
    expect(await shown.text()).toBe(`${await log.checkpoint(7)}${answer?.body}`);
    expect(await second.addCheckpoint(await log.cosignatureRequest(3, 9))).toEqual({
      status: 409,
      type: 'text/x.tlog.size',
      body: '7\n',
    });
    expect(await second.addCheckpoint(await log.cosignatureRequest(7, 9))).toMatchObject({
      status: 200,
    });
    await expect.poll(() => second.printed).toContain('vote.example/count, 9 entries: signed\n');
  });

  test.each([
    { killed: 'before', seen: 3 },
    { killed: 'after', seen: 7 },
  ] as const)(
    'killed just $killed storing the size it remembers $seen',
    async ({ killed, seen }) => {
      const first = await start();
      await first.addCheckpoint(await log.cosignatureRequest(0, 3));
      await first.end();
      const killedOne = await start(killed);
      expect(await killedOne.addCheckpoint(await log.cosignatureRequest(3, 7))).toBeNull();

      const second = await start();
      expect(await second.addCheckpoint(await log.cosignatureRequest(1, 8))).toMatchObject({
        body: `${seen}\n`,
      });
      expect(await second.addCheckpoint(await log.cosignatureRequest(seen, 8))).toMatchObject({
        status: 200,
      });
    },
  );

  test('rejects a log that contradicts it, says so, and keeps the evidence', async () => {
    const witness = await start();
    await witness.addCheckpoint(await log.cosignatureRequest(0, 5));
    const forged = SmallLog.ofLines(9, 'forged');
    expect(await witness.addCheckpoint(await forged.cosignatureRequest(5, 6))).toMatchObject({
      status: 422,
    });
    await expect.poll(() => witness.printed).toContain('vote.example/count, 6 entries: REFUSED');
    const refusedFiles = (await readdir(folder)).filter((name) => name.includes('.refused.'));
    expect(refusedFiles).toHaveLength(1);
    const evidence = await readFile(path.join(folder, refusedFiles[0] ?? ''), 'utf8');
    expect(evidence).toBe(await forged.checkpoint(6));
    expect(await witness.addCheckpoint(await log.cosignatureRequest(5, 6))).toMatchObject({
      status: 200,
    });
  });

  test('responds to any other request with an error, and goes on', async () => {
    const witness = await start();
    const status = async (address: string, method = 'GET') =>
      (await fetch(`${witness.url}${address}`, { method })).status;
    expect(await status('/')).toBe(404);
    expect(await status('/key')).toBe(404);
    expect(await status('/..%2fkey/checkpoint')).toBe(404);
    expect(await status('/%zz')).toBe(404);
    expect(await status('/add-checkpoint')).toBe(405);
    expect(await status(`/${hashOf(log.key.name)}/checkpoint`)).toBe(404);
    expect(await status(`/${hashOf(log.key.name)}/checkpoint`, 'POST')).toBe(405);
    expect(await witness.addCheckpoint('')).toMatchObject({ status: 400 });
    expect(await witness.addCheckpoint('x'.repeat(MAX_WITNESS_REQUEST_BYTES + 1))).toMatchObject({
      status: 413,
    });
    expect(await witness.addCheckpoint(await log.cosignatureRequest(0, 2))).toMatchObject({
      status: 200,
    });
  });

  test('does not sign while its stored state is invalid', async () => {
    const witness = await start();
    await witness.addCheckpoint(await log.cosignatureRequest(0, 5));
    await writeFile(
      path.join(folder, `${hashOf(log.key.name)}.checkpoint`),
      await log.checkpoint(4),
    );
    expect(await witness.addCheckpoint(await log.cosignatureRequest(4, 6))).toMatchObject({
      status: 500,
    });
    await expect
      .poll(() => witness.printed)
      .toContain('failed: what the witness remembers was not signed by its key');
  });
});

describe('ledger:witness exits with a single sentence', () => {
  const oneSentence = (words: string) =>
    expect.objectContaining({
      code: 1,
      stderr: expect.stringMatching(`^[^\\n]*${words}[^\\n]*\\n$`),
    });

  test.each([
    { what: 'no arguments', words: () => [], says: 'Usage: npm run ledger:witness' },
    { what: 'no log', words: () => completeArgs().slice(0, 4), says: 'Usage' },
    { what: 'an unknown option', words: () => [...completeArgs(), '--x', '1'], says: 'Usage' },
    { what: 'an unexpected argument', words: () => [...completeArgs(), 'stray'], says: 'Usage' },
    {
      what: 'an invalid port',
      words: () => [...completeArgs(), '--port', '65536'],
      says: 'not a port',
    },
    {
      what: 'a port that is a word',
      words: () => [...completeArgs(), '--port', 'x'],
      says: 'not a port',
    },
    {
      what: 'an invalid log',
      words: () => [...completeArgs(), '--log', 'x'],
      says: 'not a verifier key',
    },
  ])('$what', async ({ words, says }) => {
    expect(await run(...words())).toEqual(oneSentence(says));
  });

  test('a name that no signature can have', async () => {
    expect(await run(...completeArgs(), '--name', 'The Gazette')).toEqual(
      oneSentence('A name must not'),
    );
  });

  test("a witness's key in place of a log's", async () => {
    const { vkey } = await start();
    expect(await run(...completeArgs(), '--log', vkey)).toEqual(
      oneSentence('not a verifier key of a log'),
    );
  });

  test('a folder that another process uses', async () => {
    await start();
    expect(await run(...completeArgs())).toEqual(oneSentence('is already using .*of-the-gazette'));
  });

  test('a port that is taken', async () => {
    const { port } = new URL((await start()).url);
    const words = ['--folder', path.join(directory, 'other'), ...completeArgs().slice(2)];
    expect(await run(...words, '--port', port)).toEqual(oneSentence('is in use'));
  });

  test('a folder of another name, with a lost key, or with a damaged one', async () => {
    const witness = await start();
    await witness.addCheckpoint(await log.cosignatureRequest(0, 3));
    await witness.end();
    expect(await run(...completeArgs(), '--name', 'other.example')).toEqual(
      oneSentence('is the folder of witness.example/w1'),
    );
    await writeFile(path.join(folder, 'key'), 'damaged');
    expect(await run(...completeArgs())).toEqual(oneSentence('does not contain a witness key'));
    await rm(path.join(folder, 'key'));
    expect(await run(...completeArgs())).toEqual(oneSentence('its key is missing'));
  });
});
