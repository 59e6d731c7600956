import type { CardSession } from '#shared/contracts/payments';
import { CARD_SETUP_TIMEOUT_MS } from '#shared/domain/card-setup';
import type { VoteLine } from '#shared/domain/votes';

export type VoteLines = readonly VoteLine[];

/** The server's latest response. */
export interface CurrentSession extends CardSession {
  /** The votes it is for; null while a change is being sent, whose outcome is unknown. */
  voteLines: VoteLines | null;
}

/** Why the server created no session. */
export interface SetupRefusal {
  /** True when a retry would fail in the same way. */
  isFinal: boolean;
  /** Wait that the server demands, in ms. */
  retryAfterMs: number | null;
}

/** Requests without success so far. */
interface Tries {
  /** The current attempt, or the last one. */
  attempt: number;
  /** Time in ms that the server took to respond; pauses do not count. */
  requestedForMs: number;
}

type Work =
  | { step: 'rest' }
  /** The votes have just changed and may change again. */
  | { step: 'settle' }
  | ({ step: 'request'; voteLines: VoteLines } & Tries)
  | ({ step: 'backOff'; waitMs: number } & Tries)
  | { step: 'failed' };

export interface SessionState {
  /** The votes on screen; null while there is nothing to set up. */
  wanted: VoteLines | null;
  session: CurrentSession | null;
  /** One request at a time, so that no older response can overwrite a newer one. */
  work: Work;
}

export type SessionEvent =
  | { type: 'votesChanged'; voteLines: VoteLines | null }
  | { type: 'settled' }
  /** The voter pressed the button: do not wait for the votes to settle. */
  | { type: 'hurried' }
  | { type: 'answered'; session: CardSession }
  | { type: 'refused'; refusal: SetupRefusal; tookMs: number }
  | { type: 'waitEnded' }
  | { type: 'retryRequested' }
  /** The server has other votes by now, or the payment is finished. */
  | { type: 'outdated' }
  /** No order needs a session any more; the next order starts without one. */
  | { type: 'dropped' };

/** After this many attempts, or this long without a response, the voter sees a message. */
const MAX_ATTEMPTS = 5;
const GIVE_UP_AFTER_MS = CARD_SETUP_TIMEOUT_MS * 0.75;
const MAX_WAIT_MS = 60_000;

const REST: Work = { step: 'rest' };
export const NO_SESSION: SessionState = { wanted: null, session: null, work: REST };

const fingerprintOf = (voteLines: VoteLines): string =>
  JSON.stringify(
    voteLines.map(({ nominationId, voteCount }) => `${nominationId}=${voteCount}`).sort(),
  );

const isSame = (one: VoteLines | null, other: VoteLines | null): boolean =>
  one === null || other === null ? one === other : fingerprintOf(one) === fingerprintOf(other);

/** Returns the session of the votes on screen, if there is one. */
export const currentSession = ({ wanted, session }: SessionState): CurrentSession | null =>
  session?.voteLines && isSame(session.voteLines, wanted) ? session : null;

const isMissing = (state: SessionState): boolean =>
  state.wanted !== null && currentSession(state) === null;

/** Exponential backoff, starting at one second. */
const backOffMs = (attempt: number): number => 1_000 * 2 ** (attempt - 1);

/** Returns the next state after an event; an unexpected event changes nothing. */
export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  const { wanted, session, work } = state;
  switch (event.type) {
    case 'votesChanged':
      return isSame(wanted, event.voteLines)
        ? state
        : afterChange({ ...state, wanted: event.voteLines });
    case 'settled':
      return work.step === 'settle' ? requesting(state) : state;
    case 'hurried':
      return work.step === 'settle' || work.step === 'failed' ? requesting(state) : state;
    case 'answered':
      return work.step === 'request'
        ? afterAnswer({ ...state, session: { ...event.session, voteLines: work.voteLines } })
        : state;
    case 'refused':
      return work.step === 'request'
        ? { ...state, work: afterRefusal(event.refusal, work, event.tookMs) }
        : state;
    case 'waitEnded':
      return work.step === 'backOff' ? requesting(state, work) : state;
    case 'retryRequested':
      return work.step === 'failed' ? requesting(state) : state;
    case 'outdated':
      if (session === null || work.step !== 'rest') return state;
      // Kept until another replaces it: its fields are on the page.
      return requesting({ ...state, session: { ...session, voteLines: null } });
    case 'dropped':
      return isBusy(work) ? { ...state, wanted: null, session: null } : NO_SESSION;
  }
}

/**
 * True while a request runs, which is never aborted; the next step uses the votes of that moment.
 */
const isBusy = ({ step }: Work): boolean => step === 'request' || step === 'backOff';

function afterChange(state: SessionState): SessionState {
  if (isBusy(state.work)) return state;
  return { ...state, work: isMissing(state) ? { step: 'settle' } : REST };
}

const NO_TRIES: Tries = { attempt: 0, requestedForMs: 0 };

/** @param tries earlier attempts without success */
function requesting(state: SessionState, { attempt, requestedForMs } = NO_TRIES): SessionState {
  const { wanted, session } = state;
  if (wanted === null || !isMissing(state)) return { ...state, work: REST };
  return {
    wanted,
    session: session && { ...session, voteLines: null },
    work: { step: 'request', voteLines: wanted, attempt: attempt + 1, requestedForMs },
  };
}

const afterAnswer = (state: SessionState): SessionState => ({
  ...state,
  work: isMissing(state) ? { step: 'settle' } : REST,
});

function afterRefusal(
  { isFinal, retryAfterMs }: SetupRefusal,
  { attempt, requestedForMs: requestedBeforeMs }: Tries,
  tookMs: number,
): Work {
  const requestedForMs = requestedBeforeMs + tookMs;
  if (isFinal || attempt >= MAX_ATTEMPTS || requestedForMs >= GIVE_UP_AFTER_MS)
    return { step: 'failed' };
  const waitMs = Math.min(Math.max(backOffMs(attempt), retryAfterMs ?? 0), MAX_WAIT_MS);
  return { step: 'backOff', waitMs, attempt, requestedForMs };
}
