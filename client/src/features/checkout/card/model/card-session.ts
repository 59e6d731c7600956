import type { CardSession } from '#shared/contracts/payments';
import { CARD_SETUP_TIMEOUT_MS } from '#shared/domain/card-setup';
import type { VoteLine } from '#shared/domain/votes';

export type Split = readonly VoteLine[];

/** The server's last answer. */
export interface HeldSession extends CardSession {
  /** What it is for; null while a change is on its way, whose fate nobody knows yet. */
  split: Split | null;
}

/** Why the server gave no session. */
export interface SetupRefusal {
  /** Asking again would bring the same answer. */
  isFinal: boolean;
  /** How long the server wants to be spared. */
  retryAfterMs: number | null;
}

/** What it has taken so far without success. */
interface Effort {
  /** The one under way, or the last one. */
  attempt: number;
  /** The time it took the server to refuse; pauses do not count. */
  askedForMs: number;
}

type Work =
  | { step: 'rest' }
  /** The split has just changed and may change again. */
  | { step: 'settle' }
  | ({ step: 'request'; split: Split } & Effort)
  | ({ step: 'backOff'; waitMs: number } & Effort)
  | { step: 'failed' };

export interface SessionState {
  /** The split on screen; null while there is nothing to set up. */
  wanted: Split | null;
  session: HeldSession | null;
  /** One thing at a time, so that no older answer can overwrite a newer one. */
  work: Work;
}

export type SessionEvent =
  | { type: 'splitChanged'; split: Split | null }
  | { type: 'settled' }
  /** The voter presses the button: no more waiting for the split to settle. */
  | { type: 'hurried' }
  | { type: 'answered'; session: CardSession }
  | { type: 'refused'; refusal: SetupRefusal; tookMs: number }
  | { type: 'waitEnded' }
  | { type: 'retryRequested' }
  /** The server has another split by now, or the payment is over. */
  | { type: 'outdated' }
  /** Nothing is to be set up any more; what comes next starts without a session. */
  | { type: 'dropped' };

/** After these, or after as long as this without an answer, the voter is told. */
const MAX_ATTEMPTS = 5;
const PATIENCE_MS = CARD_SETUP_TIMEOUT_MS * 0.75;
const LONGEST_WAIT_MS = 60_000;

const REST: Work = { step: 'rest' };
export const NO_SESSION: SessionState = { wanted: null, session: null, work: REST };

const fingerprintOf = (split: Split): string =>
  JSON.stringify(split.map(({ nominationId, voteCount }) => `${nominationId}=${voteCount}`).sort());

const isSame = (one: Split | null, other: Split | null): boolean =>
  one === null || other === null ? one === other : fingerprintOf(one) === fingerprintOf(other);

/** The session of the split on screen, as far as there is one. */
export const currentSession = ({ wanted, session }: SessionState): HeldSession | null =>
  session?.split && isSame(session.split, wanted) ? session : null;

const isMissing = (state: SessionState): boolean =>
  state.wanted !== null && currentSession(state) === null;

/** Doubles from one second. */
const backOffMs = (attempt: number): number => 1_000 * 2 ** (attempt - 1);

/** What to do next after each thing that happens; an event without meaning changes nothing. */
export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  const { wanted, session, work } = state;
  switch (event.type) {
    case 'splitChanged':
      return isSame(wanted, event.split) ? state : afterChange({ ...state, wanted: event.split });
    case 'settled':
      return work.step === 'settle' ? requesting(state) : state;
    case 'hurried':
      return work.step === 'settle' || work.step === 'failed' ? requesting(state) : state;
    case 'answered':
      return work.step === 'request'
        ? afterAnswer({ ...state, session: { ...event.session, split: work.split } })
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
      // Kept until another takes its place: its fields are on the page.
      return requesting({ ...state, session: { ...session, split: null } });
    case 'dropped':
      return isBusy(work) ? { ...state, wanted: null, session: null } : NO_SESSION;
  }
}

/** Not cut short; what follows is for the split of that moment. */
const isBusy = ({ step }: Work): boolean => step === 'request' || step === 'backOff';

function afterChange(state: SessionState): SessionState {
  if (isBusy(state.work)) return state;
  return { ...state, work: isMissing(state) ? { step: 'settle' } : REST };
}

const NO_EFFORT: Effort = { attempt: 0, askedForMs: 0 };

/** @param effort what came before, without success */
function requesting(state: SessionState, { attempt, askedForMs } = NO_EFFORT): SessionState {
  const { wanted, session } = state;
  if (wanted === null || !isMissing(state)) return { ...state, work: REST };
  return {
    wanted,
    session: session && { ...session, split: null },
    work: { step: 'request', split: wanted, attempt: attempt + 1, askedForMs },
  };
}

const afterAnswer = (state: SessionState): SessionState => ({
  ...state,
  work: isMissing(state) ? { step: 'settle' } : REST,
});

function afterRefusal(
  { isFinal, retryAfterMs }: SetupRefusal,
  { attempt, askedForMs: askedBeforeMs }: Effort,
  tookMs: number,
): Work {
  const askedForMs = askedBeforeMs + tookMs;
  if (isFinal || attempt >= MAX_ATTEMPTS || askedForMs >= PATIENCE_MS) return { step: 'failed' };
  const waitMs = Math.min(Math.max(backOffMs(attempt), retryAfterMs ?? 0), LONGEST_WAIT_MS);
  return { step: 'backOff', waitMs, attempt, askedForMs };
}
