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
  ['a new voteLines settles', stateAfter(changed(4)), { work: { step: 'settle' } }],
  [
    'and is then asked for',
    stateAfter(changed(4), settled),
    { work: { step: 'request', voteLines: voteLinesOf(4), attempt: 1 } },
  ],
  [
    'the answer is the session of that voteLines',
    stateAfter(...ready),
    { work: { step: 'rest' }, session: { ...answer, voteLines: voteLinesOf(4) } },
  ],
  [
    'a voteLines changed during the request is asked for after the answer',
    stateAfter(changed(4), settled, changed(6), answered),
    { work: { step: 'settle' }, session: { voteLines: voteLinesOf(4) }, wanted: voteLinesOf(6) },
  ],
  [
    'a voteLines changed there and back needs nothing more',
    stateAfter(changed(4), settled, changed(6), changed(4), answered),
    { work: { step: 'rest' } },
  ],
  [
    'unchanged is skipped',
    stateAfter(...ready, changed(6), changed(4)),
    { work: { step: 'rest' } },
  ],
  ['no votes, no request', stateAfter(changed(null)), NO_SESSION],
  [
    'votes taken away and given back keep the session',
    stateAfter(...ready, changed(null), changed(4)),
    { work: { step: 'rest' }, session: { voteLines: voteLinesOf(4) } },
  ],
  [
    'while a change is on its way nobody knows what the server has',
    stateAfter(...ready, changed(6), settled),
    { session: { voteLines: null }, work: { step: 'request' } },
  ],
  [
    'so that a change which got lost is undone at the server too',
    stateAfter(...ready, changed(6), settled, refused(), changed(4), waitEnded),
    { work: { step: 'request', voteLines: voteLinesOf(4) } },
  ],
  ['the button does not wait', stateAfter(changed(4), hurried), { work: { step: 'request' } }],
  [
    'but has the server’s wish respected',
    stateAfter(changed(4), settled, refused(), hurried),
    { work: { step: 'backOff' } },
  ],
  [
    'a refusal is repeated after a while',
    stateAfter(changed(4), settled, refused()),
    { work: { step: 'backOff', waitMs: 1_000 } },
  ],
  [
    'after as long as the server wishes',
    stateAfter(changed(4), settled, refused(7_000)),
    { work: { step: 'backOff', waitMs: 7_000 } },
  ],
  [
    'though not for ever',
    stateAfter(changed(4), settled, refused(86_400_000)),
    { work: { step: 'backOff', waitMs: 60_000 } },
  ],
  [
    'ever later',
    stateAfter(changed(4), settled, ...refusedTimes(4)),
    { work: { step: 'backOff', waitMs: 8_000 } },
  ],
  [
    'then the voter is told',
    stateAfter(changed(4), settled, ...refusedTimes(5)),
    { work: { step: 'failed' } },
  ],
  [
    'or after as long as anybody waits for an answer',
    stateAfter(changed(4), settled, refusedAfter(15_000)),
    { work: { step: 'failed' } },
  ],
  [
    'of one attempt or several',
    stateAfter(changed(4), settled, refusedAfter(8_000), waitEnded, refusedAfter(8_000)),
    { work: { step: 'failed' } },
  ],
  [
    'which begins anew when they try again',
    stateAfter(changed(4), settled, refusedAfter(15_000), retryRequested, refusedAfter(8_000)),
    { work: { step: 'backOff' } },
  ],
  [
    'at once where it makes no sense to ask again',
    stateAfter(changed(4), settled, refused(null, true)),
    { work: { step: 'failed' } },
  ],
  [
    'Try Again asks again',
    stateAfter(changed(4), settled, refused(null, true), retryRequested),
    { work: { step: 'request', attempt: 1 } },
  ],
  [
    'so does another voteLines',
    stateAfter(changed(4), settled, refused(null, true), changed(6)),
    { work: { step: 'settle' } },
  ],
  [
    'no votes any more by the time the wait is over',
    stateAfter(changed(4), settled, refused(), changed(null), waitEnded),
    { work: { step: 'rest' } },
  ],
  [
    'an outdated session is asked for again, and stays until then',
    stateAfter(...ready, outdated),
    {
      session: { ...answer, voteLines: null },
      work: { step: 'request', voteLines: voteLinesOf(4) },
    },
  ],
  [
    'unless nothing is wanted',
    stateAfter(...ready, changed(null), outdated),
    { work: { step: 'rest' } },
  ],
  ['what is dropped is gone', stateAfter(...ready, dropped), NO_SESSION],
  [
    'but for the request that is under way',
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
