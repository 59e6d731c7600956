import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CardSession } from '#shared/contracts/payments';
import { currentSession, type VoteLines } from './card-session';
import { syncCardSession } from './session-sync';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const voteLinesOf = (voteCount: number): VoteLines => [{ nominationId: 'n1', voteCount }];
const sessionOf = (revision: number): CardSession => ({
  paymentId: 'p1',
  clientSecret: 'pi_1_secret_2',
  revision,
});

/** A server whose responses the test controls. */
function aServer() {
  const requests: {
    voteLines: VoteLines;
    answer: (session: CardSession) => void;
    refuse: () => void;
  }[] = [];
  const onFailure = vi.fn();
  const sessionSync = syncCardSession({
    request: (voteLines) =>
      new Promise((resolve, reject) => {
        requests.push({ voteLines, answer: resolve, refuse: () => reject(new Error('busy')) });
      }),
    refusalOf: () => ({ isFinal: false, retryAfterMs: null }),
    onFailure,
  });
  return { sessionSync, requests, onFailure };
}

const flush = () => vi.advanceTimersByTimeAsync(0);

test('vote lines are sent 300 ms after they last changed', async () => {
  const { sessionSync, requests } = aServer();
  sessionSync.want(voteLinesOf(2));
  await vi.advanceTimersByTimeAsync(200);
  sessionSync.want(voteLinesOf(3));
  await vi.advanceTimersByTimeAsync(299);
  expect(requests).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests.map(({ voteLines }) => voteLines)).toEqual([voteLinesOf(3)]);
});

test('there is never more than one request at a time, and the newest vote lines win', async () => {
  const { sessionSync, requests } = aServer();
  sessionSync.want(voteLinesOf(2));
  await vi.advanceTimersByTimeAsync(300);
  for (const votes of [3, 4, 5]) {
    sessionSync.want(voteLinesOf(votes));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(requests).toHaveLength(1);
  requests[0]!.answer(sessionOf(1));
  await vi.advanceTimersByTimeAsync(300);
  expect(requests.map(({ voteLines }) => voteLines)).toEqual([voteLinesOf(2), voteLinesOf(5)]);
  expect(currentSession(sessionSync.state())).toBeNull();
  requests[1]!.answer(sessionOf(2));
  await flush();
  expect(currentSession(sessionSync.state())).toMatchObject({ revision: 2 });
});

test('paying at once waits for the session of the vote lines on screen', async () => {
  const { sessionSync, requests } = aServer();
  sessionSync.want(voteLinesOf(2));
  await vi.advanceTimersByTimeAsync(300);
  sessionSync.want(voteLinesOf(9));
  const session = sessionSync.sessionFor(voteLinesOf(9));
  requests[0]!.answer(sessionOf(1));
  await vi.advanceTimersByTimeAsync(300);
  requests[1]!.answer(sessionOf(2));
  await expect(session).resolves.toMatchObject({ revision: 2, voteLines: voteLinesOf(9) });
});

test('paying when nothing has changed does not wait', async () => {
  const { sessionSync, requests } = aServer();
  const first = sessionSync.sessionFor(voteLinesOf(2));
  requests[0]!.answer(sessionOf(1));
  await first;
  await expect(sessionSync.sessionFor(voteLinesOf(2))).resolves.toMatchObject({ revision: 1 });
  expect(requests).toHaveLength(1);
});

test('without votes there is nothing to wait for', async () => {
  const { sessionSync } = aServer();
  await expect(sessionSync.sessionFor(null)).resolves.toBeNull();
});

test('a busy server is retried silently; after five rejections the failure is reported once', async () => {
  const { sessionSync, requests, onFailure } = aServer();
  const session = sessionSync.sessionFor(voteLinesOf(2));
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(requests).toHaveLength(attempt);
    expect(onFailure).not.toHaveBeenCalled();
    requests[attempt - 1]!.refuse();
    await (attempt < 5 ? vi.advanceTimersToNextTimerAsync() : flush());
  }
  expect(onFailure).toHaveBeenCalledOnce();
  await expect(session).resolves.toBeNull();

  sessionSync.retry();
  requests[5]!.answer(sessionOf(1));
  await flush();
  expect(currentSession(sessionSync.state())).toMatchObject({ revision: 1 });
});

test('a server that takes long to reject is not retried automatically', async () => {
  const { sessionSync, requests, onFailure } = aServer();
  const session = sessionSync.sessionFor(voteLinesOf(2));
  await vi.advanceTimersByTimeAsync(17_000);
  requests[0]!.refuse();
  await expect(session).resolves.toBeNull();
  expect(onFailure).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
});

test('a session that another tab has changed is renewed for the vote lines on screen', async () => {
  const { sessionSync, requests } = aServer();
  const first = sessionSync.sessionFor(voteLinesOf(2));
  requests[0]!.answer(sessionOf(1));
  await first;
  const renewed = sessionSync.renew();
  expect(requests[1]!.voteLines).toEqual(voteLinesOf(2));
  requests[1]!.answer(sessionOf(3));
  await expect(renewed).resolves.toMatchObject({ revision: 3 });
});

test('a form that closes sends no more requests, and starts over when opened again', async () => {
  const { sessionSync, requests } = aServer();
  sessionSync.want(voteLinesOf(2));
  sessionSync.drop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toHaveLength(0);
  sessionSync.want(voteLinesOf(2));
  await vi.advanceTimersByTimeAsync(300);
  expect(requests).toHaveLength(1);
});

test('listeners receive every change until they unsubscribe', () => {
  const { sessionSync } = aServer();
  const listener = vi.fn();
  const stop = sessionSync.subscribe(listener);
  sessionSync.want(voteLinesOf(2));
  expect(listener).toHaveBeenCalledOnce();
  stop();
  sessionSync.want(voteLinesOf(3));
  expect(listener).toHaveBeenCalledOnce();
});
