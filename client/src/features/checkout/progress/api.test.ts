import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { askForPayment } from './api';
import { beginSubmission, openSubmission } from './model/submission';

const ID = '401cfa95-3463-4d38-b87f-c9cf98f77713';
const fetched = vi.fn<(path: string, options: RequestInit) => Promise<Response>>();
const { signal } = new AbortController();
const MINUTE_MS = 60_000;

const aStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('localStorage', aStorage());
  vi.stubGlobal('sessionStorage', aStorage());
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  const body = { phoneNumber: '237677123456', nominationVotes: [], totalVotes: 2 };
  beginSubmission(
    { provider: 'campay', body, keepsNumber: false, draft: null },
    { id: 'ama', name: 'Ama' },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const respondWith = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetched.mockImplementation(() =>
    Promise.resolve(
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
    ),
  );
const sentTo = () => fetched.mock.calls.map(([path]) => path);

test('a started payment is identified by its id, and every retry has the same key and body', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await askForPayment(false, signal)).toEqual({ outcome: 'lost', retryAfterMs: null });
  respondWith(201, { paymentId: ID, status: 'pending' });
  expect(await askForPayment(true, signal)).toMatchObject({ outcome: 'started', paymentId: ID });
  const sent = fetched.mock.calls.map(([path, { headers, body }]) => ({
    path,
    body,
    key: new Headers(headers).get('Idempotency-Key'),
  }));
  expect(sent[0]).toMatchObject({ path: '/api/campay-payment', key: openSubmission()?.key });
  expect(sent[1]).toEqual(sent[0]);
});

describe('these responses do not prove a rejection, because the request may have arrived:', () => {
  test.each<[string, number, unknown]>([
    ['an error of our server', 500, { code: 'internal' }],
    ['a database that is down', 503, { code: 'unavailable' }],
    ['a gateway', 502, '<h1>Bad gateway</h1>'],
    ['a proxy that wants a password', 407, 'Proxy authentication required'],
    ['a portal with a page', 200, '<h1>Welcome</h1>'],
    ['a portal with JSON', 200, { paymentId: 'yes' }],
  ])('%s (%i)', async (_, status, body) => {
    respondWith(status, body);
    expect(await askForPayment(false, signal)).toMatchObject({ outcome: 'lost' });
  });

  test('the retry delay that the server asks for is returned', async () => {
    respondWith(503, { code: 'unavailable' }, { 'Retry-After': '5' });
    expect(await askForPayment(false, signal)).toEqual({ outcome: 'lost', retryAfterMs: 5_000 });
  });

  test.each([
    [429, 'too-many-requests'],
    [404, 'not-found'],
  ])(
    '%i %s, which the server may send to a retry before looking for the first request',
    async (status, code) => {
      respondWith(status, { code });
      expect(await askForPayment(false, signal)).toMatchObject({ outcome: 'refused' });
      expect(await askForPayment(true, signal)).toMatchObject({ outcome: 'lost' });
    },
  );
});

test.each([
  [409, 'prompt-open'],
  [409, 'voting-closed'],
  [422, 'no-wallet'],
  [429, 'phone-limit'],
])('an error code of our server is a rejection at any time: %i %s', async (status, code) => {
  respondWith(status, { code });
  for (const isRepeat of [false, true]) {
    expect(await askForPayment(isRepeat, signal)).toMatchObject({
      outcome: 'refused',
      error: { code },
    });
  }
});

describe('five minutes after the press', () => {
  beforeEach(() => vi.advanceTimersByTime(5 * MINUTE_MS));

  test('nothing is sent that could trigger a prompt: the server is only asked for the payment', async () => {
    respondWith(200, { payment: { paymentId: ID, status: 'completed' } });
    expect(await askForPayment(true, signal)).toMatchObject({ outcome: 'started', paymentId: ID });
    respondWith(200, { payment: null });
    expect(await askForPayment(true, signal)).toMatchObject({ outcome: 'unsent' });
    expect(sentTo()).toEqual(['/api/payment-lookup', '/api/payment-lookup']);
  });

  test.each<[string, number, unknown]>([
    ['an unknown address, as from an earlier release', 404, { code: 'not-found' }],
    ['a server error', 503, { code: 'unavailable' }],
    ['a proxy in between', 200, '<h1>Welcome</h1>'],
    ['another response', 200, {}],
  ])('only the server’s own error code counts as a rejection: %s', async (_, status, body) => {
    respondWith(status, body);
    expect(await askForPayment(true, signal)).toMatchObject({ outcome: 'lost' });
  });

  test('the server is only asked for the payment even when the clock was set back', async () => {
    vi.setSystemTime(Date.now() - 60 * MINUTE_MS);
    respondWith(200, { payment: null });
    await askForPayment(true, signal);
    expect(sentTo()).toEqual(['/api/payment-lookup']);
  });
});

describe('a tab that did not send the request', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', aStorage()));

  test('looks for the payment, and treats the request as unsent once it cannot be in flight any more', async () => {
    respondWith(200, { payment: null });
    vi.advanceTimersByTime(29_000);
    expect(await askForPayment(true, signal)).toEqual({ outcome: 'lost', retryAfterMs: null });
    vi.advanceTimersByTime(1_000);
    expect(await askForPayment(true, signal)).toMatchObject({ outcome: 'unsent' });
    expect(new Set(sentTo())).toEqual(new Set(['/api/payment-lookup']));
  });
});

test('a request that another tab has settled is neither sent nor looked up', async () => {
  localStorage.removeItem('unansweredPayment');
  expect(await askForPayment(true, signal)).toEqual({ outcome: 'settled-elsewhere' });
  expect(fetched).not.toHaveBeenCalled();
});
