/** A moment in a conversation between the application and something it depends on. */
export interface Moment {
  /** The request (an SQL statement, the head of an HTTP request) that makes the moment. */
  request: RegExp;
  /** What must have been said before: in the same transaction, or on the same connection. */
  after?: RegExp;
  /** `request`: before the far end reads it. `answer`: it is done, but the answer does not arrive. */
  keptBack: 'request' | 'answer';
}

interface Trap extends Moment {
  spring(): void;
}

/** Enough for the longest transaction. */
const MEMORY = 20_000;

/**
 * Listens to a link. `until` finds the moment at which a test wants to strike and keeps back what
 * passes then, so that the application stands exactly there until it is killed or cut off.
 */
export class Watch {
  #trap: Trap | null = null;
  #ticks = 0;
  #strike: { at: number; act: () => void } | null = null;

  /** Resolves when the moment has come; that connection stays mute from then on. */
  until(moment: Moment): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { ...moment, spring: resolve };
    });
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
        const trap = this.#trap;
        if (!trap?.request.test(text) || !(trap.after?.test(earlier) ?? true)) return true;
        this.#trap = null;
        if (trap.keptBack === 'answer') {
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

/** The simple query message of PostgreSQL's protocol: a letter, a length, the text, a zero. */
const isStartOfTransaction = (text: string) => /^Q[\s\S]{4}begin\b/i.test(text);
