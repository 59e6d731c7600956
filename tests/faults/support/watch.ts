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

interface Trap extends Moment {
  spring(): void;
}

/** Enough for the longest transaction. */
const MEMORY = 20_000;

/**
 * Observes a link. `until` finds the moment at which a test injects a fault and blocks what passes
 * then, so that the application stops exactly there until it is killed or disconnected.
 */
export class Watch {
  #trap: Trap | null = null;
  #onRequest: (text: string, earlier: string) => void = () => undefined;
  #ticks = 0;
  #strike: { at: number; act: () => void } | null = null;

  /** Resolves when the moment has come; from then on that connection delivers nothing. */
  until(moment: Moment): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { ...moment, spring: resolve };
    });
  }

  /**
   * Blocks nothing and records which moments occur.
   * @returns a function that returns those that have not occurred yet
   */
  missing<M extends Moment>(moments: readonly M[]): () => readonly M[] {
    const missing = new Set(moments);
    this.#onRequest = (text, earlier) => {
      for (const moment of missing) if (isIt(moment, text, earlier)) missing.delete(moment);
    };
    return () => [...missing];
  }

  /** Calls `act` in the middle of the `messages`-th message from now, in either direction. */
  afterMessages(messages: number, act: () => void): void {
    this.#strike = { at: this.#ticks + messages, act };
  }

  overOneWire() {
    let said = '';
    let awaited: Trap | null = null;
    let isMute = false;
    return {
      mayRequestPass: (chunk: Buffer): boolean => {
        this.#tick();
        if (isMute) return false;
        const text = chunk.toString('latin1');
        const earlier = said;
        said = isStartOfTransaction(text) ? '' : (said + text).slice(-MEMORY);
        this.#onRequest(text, earlier);
        const trap = this.#trap;
        if (!trap || !isIt(trap, text, earlier)) return true;
        this.#trap = null;
        if (trap.blocked === 'response') {
          awaited = trap;
          return true;
        }
        isMute = true;
        trap.spring();
        return false;
      },
      mayAnswerPass: (_chunk: Buffer): boolean => {
        this.#tick();
        if (awaited) {
          isMute = true;
          awaited.spring();
          awaited = null;
        }
        return !isMute;
      },
    };
  }

  #tick(): void {
    this.#ticks++;
    if (!this.#strike || this.#ticks < this.#strike.at) return;
    const { act } = this.#strike;
    this.#strike = null;
    act();
  }
}

const isIt = ({ request, after }: Moment, text: string, earlier: string): boolean =>
  request.test(text) && (after?.test(earlier) ?? true);

/** The simple query message of PostgreSQL's protocol: a letter, a length, the text, a zero. */
const isStartOfTransaction = (text: string) => /^Q[\s\S]{4}begin\b/i.test(text);
