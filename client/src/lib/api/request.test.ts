import { afterEach, expect, test, vi } from 'vitest';
import { UNATTENDED_HEADER } from '#shared/domain/sign-in';
import { call } from './request';
import { isText, objectWith } from './response-shape';
import { watchUserActivity } from './user-activity';

const fetched = vi.fn<(path: string, options: RequestInit) => Promise<Response>>();
const serverAnswers = (body: string | null, status = 200) => {
  fetched.mockImplementation(() => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal('fetch', fetched);
};

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

test.each(['null', '"text"', '7', '', '<h1>Portal</h1>'])(
  'a response that is not from our server fails like a lost connection: %s',
  async (body) => {
    serverAnswers(body);
    await expect(call('GET /api/categories', {})).rejects.not.toHaveProperty('status');
  },
);

test('a call fails when the response has another shape', async () => {
  const isAnswer = objectWith<{ name: string }>({ name: isText });
  const options = {
    params: { id: '1' },
    isAnswer: (answer: unknown): answer is never => isAnswer(answer),
  };
  serverAnswers('{"name":"Best Song"}');
  await expect(call('GET /api/categories/:id', options)).resolves.toEqual({ name: 'Best Song' });
  serverAnswers('{}');
  await expect(call('GET /api/categories/:id', options)).rejects.toThrow(TypeError);
});

test('path parameters are filled in and cannot lead to another path', async () => {
  serverAnswers('{}');
  await call('GET /api/payment/:paymentId/status', { params: { paymentId: '../a b' } });
  await call('POST /api/admin/check-:provider-payments', { params: { provider: 'mtn-momo' } });
  expect(fetched.mock.calls.map(([path]) => path)).toEqual([
    '/api/payment/..%2Fa%20b/status',
    '/api/admin/check-mtn-momo-payments',
  ]);
});

test('a request sent while the page is unattended says so', async () => {
  vi.useFakeTimers();
  const input = new EventTarget();
  vi.stubGlobal('window', input);
  watchUserActivity();
  const isUnattended = async () => {
    serverAnswers('{}');
    await call('GET /api/stats', {});
    return new Headers(fetched.mock.lastCall?.[1].headers).has(UNATTENDED_HEADER);
  };
  expect(await isUnattended()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(await isUnattended()).toBe(true);
  for (const kind of ['keydown', 'pointerdown', 'touchmove', 'wheel']) {
    vi.advanceTimersByTime(60_000);
    input.dispatchEvent(new Event(kind));
    vi.advanceTimersByTime(59_000);
    expect(await isUnattended(), kind).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(await isUnattended(), kind).toBe(true);
  }
  vi.useRealTimers();
});

test('a response without a body is undefined', async () => {
  serverAnswers(null, 204);
  await expect(
    call('DELETE /api/admin/artists/:id', { params: { id: '1' } }),
  ).resolves.toBeUndefined();
});
