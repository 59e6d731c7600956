import type { CardSession } from '#shared/contracts/payments';
import {
  type CurrentSession,
  currentSession,
  NO_SESSION,
  nextSession,
  type SessionEvent,
  type SessionState,
  type SetupRefusal,
  type VoteLines,
} from './card-session';

/** Debounce of changed votes before they are sent, in ms. */
const DEBOUNCE_MS = 300;
/** Spreads the retries of voters whose requests were rejected at the same time. */
const JITTER = 0.5;

export interface SessionServer {
  request: (voteLines: VoteLines) => Promise<CardSession>;
  refusalOf: (error: unknown) => SetupRefusal;
  /** Called when there are no more automatic retries. */
  onFailure: (error: unknown) => void;
}

/** Keeps a card session in sync with the votes on screen. */
export function syncCardSession({ request, refusalOf, onFailure }: SessionServer) {
  let state = NO_SESSION;
  let stopWork = () => {};
  const listeners = new Set<() => void>();

  function send(event: SessionEvent): void {
    const before = state;
    state = nextSession(before, event);
    if (state === before) return;
    if (state.work !== before.work) {
      stopWork();
      stopWork = startWork(state);
    }
    for (const listener of [...listeners]) listener();
  }

  /** @returns a function that stops the work */
  function startWork({ work }: SessionState): () => void {
    switch (work.step) {
      case 'settle':
        return after(DEBOUNCE_MS, { type: 'settled' });
      case 'backOff':
        return after(work.waitMs * (1 + JITTER * Math.random()), { type: 'waitEnded' });
      case 'request':
        void requestNow(work.voteLines);
        return () => {}; // Always finishes before anything else begins.
      default:
        return () => {};
    }
  }

  function after(ms: number, event: SessionEvent): () => void {
    const timer = setTimeout(() => send(event), ms);
    return () => clearTimeout(timer);
  }

  async function requestNow(voteLines: VoteLines): Promise<void> {
    const sentAt = performance.now();
    try {
      send({ type: 'answered', session: await request(voteLines) });
    } catch (error) {
      const tookMs = performance.now() - sentAt;
      send({ type: 'refused', refusal: refusalOf(error), tookMs });
      if (state.work.step === 'failed') onFailure(error);
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /**
   * Waits until there is a session of the votes on screen; resolves to null when none can be set
   * up.
   */
  const settledSession = (): Promise<CurrentSession | null> =>
    new Promise((resolve) => {
      const resolveWhenSettled = () => {
        const session = currentSession(state);
        const isHopeless = state.wanted === null || state.work.step === 'failed';
        if (session === null && !isHopeless) return;
        listeners.delete(resolveWhenSettled);
        resolve(session);
      };
      listeners.add(resolveWhenSettled);
      resolveWhenSettled();
    });

  return {
    subscribe,
    state: (): SessionState => state,

    /** @param voteLines null when nothing needs to be set up; an existing session is kept */
    want: (voteLines: VoteLines | null): void => send({ type: 'votesChanged', voteLines }),

    retry: (): void => send({ type: 'retryRequested' }),

    /**
     * Resolves to the session of these votes as soon as it exists; null when none can be set up.
     */
    sessionFor(voteLines: VoteLines | null): Promise<CurrentSession | null> {
      send({ type: 'votesChanged', voteLines });
      send({ type: 'hurried' });
      return settledSession();
    },

    /**
     * Replaces the session of the same votes when the server has other votes or the payment is
     * finished.
     */
    renew(): Promise<CurrentSession | null> {
      send({ type: 'outdated' });
      return settledSession();
    },

    /** No order needs a session any more; the next order starts without one. */
    drop: (): void => send({ type: 'dropped' }),
  };
}
