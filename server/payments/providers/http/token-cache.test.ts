import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TokenCache } from './token-cache';

const HOUR_MS = 3_600_000;

let issued: number;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  issued = 0;
});
afterEach(() => vi.useRealTimers());

const aCache = (lifetimeMs = HOUR_MS) =>
  new TokenCache(async () => ({ value: `token ${++issued}`, lifetimeMs }));

test('a token is used until a minute before it expires', async () => {
  const cache = aCache();
  expect(await cache.current()).toBe('token 1');
  vi.advanceTimersByTime(HOUR_MS - 60_001);
  expect(await cache.current()).toBe('token 1');
  vi.advanceTimersByTime(1);
  expect(await cache.current()).toBe('token 2');
});

test('a token valid for less than that minute is used for half its lifetime', async () => {
  const cache = aCache(30_000);
  await cache.current();
  vi.advanceTimersByTime(14_999);
  expect(await cache.current()).toBe('token 1');
  vi.advanceTimersByTime(1);
  expect(await cache.current()).toBe('token 2');
});

test('one request serves all concurrent callers', async () => {
  const cache = aCache();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => cache.current()));
  expect(new Set(tokens)).toEqual(new Set(['token 1']));
});

test('a refused token is renewed once, however many requests report it', async () => {
  const cache = aCache();
  await cache.current();
  cache.discard('token 1');
  expect(await cache.current()).toBe('token 2');
  cache.discard('token 1');
  expect(await cache.current()).toBe('token 2');
});

test('when none is issued, the next call requests one again', async () => {
  const answers = [null, { value: 'at last', lifetimeMs: HOUR_MS }];
  const cache = new TokenCache(
    async () => answers.shift() ?? { reason: 'HTTP 503', isRefused: false },
  );
  expect(await cache.current()).toBeNull();
  expect(await cache.current()).toBe('at last');
});
