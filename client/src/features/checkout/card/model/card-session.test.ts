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
  ['new vote lines settle', stateAfter(changed(4)), { work: { step: 'settle' } }],
  [
    'and a session is then requested',
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
    'vote lines changed back and forth need no other request',
    stateAfter(changed(4), settled, changed(6), changed(4), answered),
    { work: { step: 'rest' } },
  ],
  [
    'unchanged vote lines are skipped',
    stateAfter(...ready, changed(6), changed(4)),
    { work: { step: 'rest' } },
  ],
  ['no votes, no request', stateAfter(changed(null)), NO_SESSION],
  [
    'votes removed and restored keep the session',
    stateAfter(...ready, changed(null), changed(4)),
    { work: { step: 'rest' }, session: { voteLines: voteLinesOf(4) } },
  ],
  [
    'while a change is being sent the server’s state is unknown',
    stateAfter(...ready, changed(6), settled),
    { session: { voteLines: null }, work: { step: 'request' } },
  ],
  [
    'so a lost change is also reverted on the server',
    stateAfter(...ready, changed(6), settled, refused(), changed(4), waitEnded),
    { work: { step: 'request', voteLines: voteLinesOf(4) } },
  ],
  ['the button does not wait', stateAfter(changed(4), hurried), { work: { step: 'request' } }],
  [
    'but respects the wait that the server demands',
    stateAfter(changed(4), settled, refused(), hurried),
    { work: { step: 'backOff' } },
  ],
  [
    'a rejected request is retried after a while',
    stateAfter(changed(4), settled, refused()),
    { work: { step: 'backOff', waitMs: 1_000 } },
  ],
  [
    'after the wait that the server demands',
    stateAfter(changed(4), settled, refused(7_000)),
    { work: { step: 'backOff', waitMs: 7_000 } },
  ],
  [
    'but not forever',
    stateAfter(changed(4), settled, refused(86_400_000)),
    { work: { step: 'backOff', waitMs: 60_000 } },
  ],
  [
    'with growing delays',
    stateAfter(changed(4), settled, ...refusedTimes(4)),
    { work: { step: 'backOff', waitMs: 8_000 } },
  ],
  [
    'then the voter sees a message',
    stateAfter(changed(4), settled, ...refusedTimes(5)),
    { work: { step: 'failed' } },
  ],
  [
    'or after the longest wait for a response',
    stateAfter(changed(4), settled, refusedAfter(15_000)),
    { work: { step: 'failed' } },
  ],
  [
    'over one attempt or several',
    stateAfter(changed(4), settled, refusedAfter(8_000), waitEnded, refusedAfter(8_000)),
    { work: { step: 'failed' } },
  ],
  [
    'which starts over when the voter retries',
    stateAfter(changed(4), settled, refusedAfter(15_000), retryRequested, refusedAfter(8_000)),
    { work: { step: 'backOff' } },
  ],
  [
    'at once when a retry makes no sense',
    stateAfter(changed(4), settled, refused(null, true)),
    { work: { step: 'failed' } },
  ],
  [
    'Try Again sends another request',
    stateAfter(changed(4), settled, refused(null, true), retryRequested),
    { work: { step: 'request', attempt: 1 } },
  ],
  [
    'so do other vote lines',
    stateAfter(changed(4), settled, refused(null, true), changed(6)),
    { work: { step: 'settle' } },
  ],
  [
    'no votes are left when the wait is over',
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
    'unless there are no votes',
    stateAfter(...ready, changed(null), outdated),
    { work: { step: 'rest' } },
  ],
  ['a dropped session is gone', stateAfter(...ready, dropped), NO_SESSION],
  [
    'except for the request in progress',
    stateAfter(changed(4), settled, dropped),
    { session: null, wanted: null, work: { step: 'request' } },
  ],
])('%s', (_, state, expected) => {
  expect(state).toMatchObject(expected);
});

test('the order of the categories does not change the vote lines', () => {
  const [one, two] = [...voteLinesOf(1), { nominationId: 'n2', voteCount: 3 }];
  const ordered = nextSession(NO_SESSION, { type: 'votesChanged', voteLines: [one!, two!] });
  expect(nextSession(ordered, { type: 'votesChanged', voteLines: [two!, one!] })).toBe(ordered);
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
