import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProviderResponse } from '../http/provider-http';
import { CallbackKeys } from './callback-keys';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const answered = (status: number, body: unknown): ProviderResponse => ({
  status,
  body,
  isReadable: true,
  failure: null,
  wasSent: true,
  date: null,
});

const pem = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString();

/** Keys whose endpoint and time the test controls. */
function world() {
  const state = { now: 0, asked: 0, answer: answered(200, [{ id: 'one', key: pem() }]) };
  const call = async () => {
    state.asked += 1;
    return state.answer;
  };
  return Object.assign(state, { keys: new CallbackKeys(call, () => state.now) });
}

const outcomeOf = async (keys: CallbackKeys, id: string) => (await keys.find(id)).outcome;

test('the keys are read once, by all who wait for them', async () => {
  const it = world();
  const found = await Promise.all([1, 2, 3].map(() => outcomeOf(it.keys, 'one')));
  expect(found).toEqual(['found', 'found', 'found']);
  expect(it.asked).toBe(1);
});

test('an unknown key causes a request at most once a minute', async () => {
  const it = world();
  for (let times = 0; times < 5; times += 1) {
    expect(await outcomeOf(it.keys, `made up ${times}`)).toBe('unknown');
  }
  expect(it.asked).toBe(1);
  it.answer = answered(200, [{ id: 'two', key: pem() }]);
  expect(await outcomeOf(it.keys, 'two')).toBe('unknown');
  it.now = MINUTE;
  expect(await outcomeOf(it.keys, 'two')).toBe('found');
  expect(await outcomeOf(it.keys, 'one')).toBe('unknown');
  expect(it.asked).toBe(2);
});

test('the keys are read again every day, so that a withdrawn one is forgotten', async () => {
  const it = world();
  await it.keys.find('one');
  it.answer = answered(200, []);
  it.now = DAY;
  expect(await outcomeOf(it.keys, 'one')).toBe('found');
  it.now = DAY + 1;
  expect(await outcomeOf(it.keys, 'one')).toBe('unknown');
});

test.each([
  ['an error', answered(500, undefined)],
  ['another shape', answered(200, { one: 'key' })],
  ['no response', { ...answered(0, undefined), failure: 'ECONNREFUSED' }],
])('with %s nothing can be said, and known keys remain', async (_what, answer) => {
  const it = world();
  const { answer: good } = it;
  it.answer = answer;
  expect(await outcomeOf(it.keys, 'one')).toBe('unavailable');
  it.answer = good;
  it.now = MINUTE;
  expect(await outcomeOf(it.keys, 'one')).toBe('found');
  it.answer = answer;
  it.now = 2 * DAY;
  expect(await outcomeOf(it.keys, 'one')).toBe('found');
});

test('what is no key is left out', async () => {
  const it = world();
  it.answer = answered(200, [
    { id: 'broken', key: 'what' },
    { id: 'one', key: pem() },
  ]);
  expect(await outcomeOf(it.keys, 'broken')).toBe('unknown');
  expect(await outcomeOf(it.keys, 'one')).toBe('found');
});
