import { commentOf, type Point } from '#server/payments/lifecycle/points';

/** A moment in a conversation between the application and one of its dependencies. */
export interface Moment {
  /** The request (an SQL statement, the head of an HTTP request) that identifies the moment. */
  request: RegExp;
  /** What must have been sent before: in the same transaction, or on the same connection. */
  after?: RegExp;
  /**
   * `request`: before the far end reads it. `response`: it is done, but the response does not arrive.
   */
  blocked: 'request' | 'response';
}

/** Matches the statement that takes this step, on its way to the database. */
export const statementOf = (point: Point): RegExp =>
  new RegExp(commentOf(point).replace(/[*/]/g, '\\$&'));

/** The end of the transaction in which this step was taken. */
export const commitOf = (point: Point): Pick<Moment, 'request' | 'after'> => ({
  request: /^Q[\s\S]{4}commit\b/,
  after: statementOf(point),
});

interface AwaitedMoment extends Moment {
  /** Reports that it has come. */
  reached(): void;
}

/** Enough for the longest transaction. */
const MEMORY = 20_000;

/**
 * Observes a link. `until` finds the moment at which a test injects a fault and blocks what passes
 * then, so that the application stops exactly there until it is killed or disconnected.
 */
export class Watch {
  #awaited: AwaitedMoment | null = null;
  #onRequest: (text: string, earlier: string) => void = () => undefined;
  #ticks = 0;
  #scheduled: { at: number; act: () => void } | null = null;

  /** Resolves when the moment has come; from then on that connection delivers nothing. */
  until(moment: Moment): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { ...moment, reached: resolve };
    });
  }

  /**
   * Blocks nothing and records which moments occur.
   * @returns a function that returns those that have not occurred yet
   */
  missing<M extends Moment>(moments: readonly M[]): () => readonly M[] {
    const missing = new Set(moments);
    this.#onRequest = (text, earlier) => {
      for (const moment of missing) if (isAt(moment, text, earlier)) missing.delete(moment);
    };
    return () => [...missing];
  }

  /** Calls `act` in the middle of the `messages`-th message from now, in either direction. */
  afterMessages(messages: number, act: () => void): void {
    this.#scheduled = { at: this.#ticks + messages, act };
  }

  onConnection() {
    let sent = '';
    let unanswered: AwaitedMoment | null = null;
    let isBlocked = false;
    return {
      passesRequest: (chunk: Buffer): boolean => {
        this.#tick();
        if (isBlocked) return false;
        const text = chunk.toString('latin1');
        const earlier = sent;
        sent = isStartOfTransaction(text) ? '' : (sent + text).slice(-MEMORY);
        this.#onRequest(text, earlier);
        const moment = this.#awaited;
        if (!moment || !isAt(moment, text, earlier)) return true;
        this.#awaited = null;
        if (moment.blocked === 'response') {
          unanswered = moment;
          return true;
        }
        isBlocked = true;
        moment.reached();
        return false;
      },
      passesResponse: (_chunk: Buffer): boolean => {
        this.#tick();
        if (unanswered) {
          isBlocked = true;
          unanswered.reached();
          unanswered = null;
        }
        return !isBlocked;
      },
    };
  }

  #tick(): void {
    this.#ticks++;
    if (!this.#scheduled || this.#ticks < this.#scheduled.at) return;
    const { act } = this.#scheduled;
    this.#scheduled = null;
    act();
  }
}

const isAt = ({ request, after }: Moment, text: string, earlier: string): boolean =>
  request.test(text) && (after?.test(earlier) ?? true);

/** The simple query message of PostgreSQL's protocol: a letter, a length, the text, a zero. */
const isStartOfTransaction = (text: string) => /^Q[\s\S]{4}begin\b/i.test(text);
