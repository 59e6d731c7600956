import { expect, test } from 'vitest';
import {
  currentSession,
  NO_SESSION,
  nextSession,
  type SessionEvent,
  type SessionState,
  type VoteLines,
} from './card-session';

const voteLinesOf = (voteCount: number): VoteLines => [{ nominationId: 'n1', voteCount }];
const answer = { paymentId: 'p1', clientSecret: 'pi_1_secret_2', revision: 1 };

const changed = (votes: number | null): SessionEvent => ({
  type: 'votesChanged',
  voteLines: votes === null ? null : voteLinesOf(votes),
});
const settled: SessionEvent = { type: 'settled' };
const answered: SessionEvent = { type: 'answered', session: answer };
const waitEnded: SessionEvent = { type: 'waitEnded' };
const hurried: SessionEvent = { type: 'hurried' };
const retryRequested: SessionEvent = { type: 'retryRequested' };
const outdated: SessionEvent = { type: 'outdated' };
const dropped: SessionEvent = { type: 'dropped' };
const refused = (retryAfterMs: number | null = null, isFinal = false): SessionEvent => ({
  type: 'refused',
  refusal: { isFinal, retryAfterMs },
  tookMs: 10,
});
const refusedAfter = (tookMs: number): SessionEvent => ({
  type: 'refused',
  refusal: { isFinal: false, retryAfterMs: null },
  tookMs,
});

const stateAfter = (...events: SessionEvent[]): SessionState =>
  events.reduce(nextSession, NO_SESSION);
const ready = [changed(4), settled, answered];
/** The given number of rejections, each but the last followed by its wait. */
const refusedTimes = (times: number): SessionEvent[] =>
  Array.from({ length: 2 * times - 1 }, (_, index) => (index % 2 === 0 ? refused() : waitEnded));

test.each<[string, SessionState, object]>([
  [
    'new vote lines wait until they have settled',
    stateAfter(changed(4)),
    { work: { step: 'settle' } },
  ],
  [
    'settled vote lines request a session',
    stateAfter(changed(4), settled),
    { work: { step: 'request', voteLines: voteLinesOf(4), attempt: 1 } },
  ],
  [
    'the response is the session of these vote lines',
    stateAfter(...ready),
    { work: { step: 'rest' }, session: { ...answer, voteLines: voteLinesOf(4) } },
  ],
  [
    'vote lines changed during the request are requested after the response',
    stateAfter(changed(4), settled, changed(6), answered),
    { work: { step: 'settle' }, session: { voteLines: voteLinesOf(4) }, wanted: voteLinesOf(6) },
  ],
  [
    'vote lines changed back and forth during the request need no other request',
    stateAfter(changed(4), settled, changed(6), changed(4), answered),
    { work: { step: 'rest' } },
  ],
  [
    'vote lines changed back before they settle need no request',
    stateAfter(...ready, changed(6), changed(4)),
    { work: { step: 'rest' } },
  ],
  ['without votes there is no request', stateAfter(changed(null)), NO_SESSION],
  [
    'votes removed and restored keep the session',
    stateAfter(...ready, changed(null), changed(4)),
    { work: { step: 'rest' }, session: { voteLines: voteLinesOf(4) } },
  ],
  [
    'while a change is being sent, the server’s state is unknown',
    stateAfter(...ready, changed(6), settled),
    { session: { voteLines: null }, work: { step: 'request' } },
  ],
  [
    'a change that was lost and reverted is also reverted on the server',
    stateAfter(...ready, changed(6), settled, refused(), changed(4), waitEnded),
    { work: { step: 'request', voteLines: voteLinesOf(4) } },
  ],
  [
    'pressing the button skips the wait for settling',
    stateAfter(changed(4), hurried),
    { work: { step: 'request' } },
  ],
  [
    'pressing the button does not skip the wait that the server demands',
    stateAfter(changed(4), settled, refused(), hurried),
    { work: { step: 'backOff' } },
  ],
  [
    'a rejected request is retried after a while',
    stateAfter(changed(4), settled, refused()),
    { work: { step: 'backOff', waitMs: 1_000 } },
  ],
  [
    'a rejected request is retried after the wait that the server demands',
    stateAfter(changed(4), settled, refused(7_000)),
    { work: { step: 'backOff', waitMs: 7_000 } },
  ],
  [
    'the wait that the server demands is limited to a minute',
    stateAfter(changed(4), settled, refused(86_400_000)),
    { work: { step: 'backOff', waitMs: 60_000 } },
  ],
  [
    'the delays between retries grow',
    stateAfter(changed(4), settled, ...refusedTimes(4)),
    { work: { step: 'backOff', waitMs: 8_000 } },
  ],
  [
    'after five rejections the voter sees a message',
    stateAfter(changed(4), settled, ...refusedTimes(5)),
    { work: { step: 'failed' } },
  ],
  [
    'after the longest wait for a response the voter sees a message',
    stateAfter(changed(4), settled, refusedAfter(15_000)),
    { work: { step: 'failed' } },
  ],
  [
    'the waits of several attempts add up to the longest wait',
    stateAfter(changed(4), settled, refusedAfter(8_000), waitEnded, refusedAfter(8_000)),
    { work: { step: 'failed' } },
  ],
  [
    'the longest wait starts over when the voter retries',
    stateAfter(changed(4), settled, refusedAfter(15_000), retryRequested, refusedAfter(8_000)),
    { work: { step: 'backOff' } },
  ],
  [
    'a final rejection shows the message at once',
    stateAfter(changed(4), settled, refused(null, true)),
    { work: { step: 'failed' } },
  ],
  [
    'Try Again sends another request',
    stateAfter(changed(4), settled, refused(null, true), retryRequested),
    { work: { step: 'request', attempt: 1 } },
  ],
  [
    'other vote lines send another request, too',
    stateAfter(changed(4), settled, refused(null, true), changed(6)),
    { work: { step: 'settle' } },
  ],
  [
    'no request follows when no votes are left after the wait',
    stateAfter(changed(4), settled, refused(), changed(null), waitEnded),
    { work: { step: 'rest' } },
  ],
  [
    'an outdated session is requested again, and stays until then',
    stateAfter(...ready, outdated),
    {
      session: { ...answer, voteLines: null },
      work: { step: 'request', voteLines: voteLinesOf(4) },
    },
  ],
  [
    'an outdated session without votes is not requested again',
    stateAfter(...ready, changed(null), outdated),
    { work: { step: 'rest' } },
  ],
  ['dropping removes the session', stateAfter(...ready, dropped), NO_SESSION],
  [
    'dropping does not end the request in progress',
    stateAfter(changed(4), settled, dropped),
    { session: null, wanted: null, work: { step: 'request' } },
  ],
])('%s', (_, state, expected) => {
  expect(state).toMatchObject(expected);
});

test('the order of the categories does not change the vote lines', () => {
  const [first, second] = [...voteLinesOf(1), { nominationId: 'n2', voteCount: 3 }];
  const ordered = nextSession(NO_SESSION, { type: 'votesChanged', voteLines: [first!, second!] });
  expect(nextSession(ordered, { type: 'votesChanged', voteLines: [second!, first!] })).toBe(
    ordered,
  );
});

test('only the session of the vote lines on screen may be paid', () => {
  expect(currentSession(stateAfter(...ready))).toMatchObject(answer);
  expect(currentSession(stateAfter(...ready, changed(6)))).toBeNull();
  expect(currentSession(stateAfter(...ready, changed(6), settled, changed(4)))).toBeNull();
});

test('an unexpected event changes nothing', () => {
  const resting = stateAfter(...ready);
  for (const event of [changed(4), settled, hurried, answered, refused(), waitEnded]) {
    expect(nextSession(resting, event)).toBe(resting);
  }
  for (const event of [outdated, dropped]) expect(nextSession(NO_SESSION, event)).toBe(NO_SESSION);
});
