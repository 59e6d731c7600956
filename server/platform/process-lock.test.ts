import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { acquireLock, identify, isRunning, LockHeldError } from './process-lock.mjs';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'process-lock-'));
  file = path.join(directory, 'the.lock');
  return () => rm(directory, { recursive: true });
});

test('a lock has one holder at a time and leaves no file behind', async () => {
  const lock = await acquireLock(file);
  await expect(acquireLock(file)).rejects.toThrow(new LockHeldError(process.pid));
  await lock.release();
  await (await acquireLock(file)).release();
  expect(await readdir(directory)).toEqual([]);
});

test("of many processes that want a dead process's lock, one gets it", async () => {
  const holder = spawn('sleep', ['600'], { stdio: 'ignore' });
  await once(holder, 'spawn');
  await writeFile(file, JSON.stringify(identify(holder.pid!)));
  await expect(acquireLock(file)).rejects.toThrow(new LockHeldError(holder.pid!));
  holder.kill();
  await once(holder, 'exit');

  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => acquireLock(file)));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readdir(directory)).toEqual(['the.lock']);
});

test('releasing a lock that another process has taken over has no effect', async () => {
  const lock = await acquireLock(file);
  await writeFile(file, 'theirs');
  await lock.release();
  expect(await readFile(file, 'utf8')).toBe('theirs');
});

test('a process is not confused with a later one that has its number', () => {
  const identity = identify(process.pid);
  expect(isRunning(identity)).toBe(true);
  expect(isRunning({ ...identity, startedAt: 'before' })).toBe(false);
});
