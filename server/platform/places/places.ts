import type { ServerResponse } from 'node:http';
import { setPlaces } from '../instruments';

/** What takes a place for longer than a moment, as named in metrics. */
export type PlaceKind =
  | 'live-streams'
  | 'team-streams'
  | 'held-polls'
  | 'payment-starts'
  | 'drawings'
  | 'photographs'
  | 'remote-photographs';

/**
 * A limited number of places in this process. Whoever takes one gives it back in a `finally` that
 * begins before the next await.
 */
export class Places {
  readonly #kind: PlaceKind;
  readonly #max: number;
  #taken = 0;

  constructor(kind: PlaceKind, max: number) {
    this.#kind = kind;
    this.#max = max;
    setPlaces(kind, { taken: 0, max });
  }

  get taken(): number {
    return this.#taken;
  }

  /** @returns false when all places are taken */
  take(): boolean {
    if (this.#taken >= this.#max) return false;
    this.#set(this.#taken + 1);
    return true;
  }

  giveBack(): void {
    this.#set(this.#taken - 1);
  }

  #set(taken: number): void {
    this.#taken = taken;
    setPlaces(this.#kind, { taken, max: this.#max });
  }
}

/**
 * Returns a signal that is aborted when the client has disconnected, also if it did so before this
 * call. A handler calls it before its first await and checks the signal after each one: the event
 * of the connection comes only once.
 */
export function disconnectionOf(res: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  if (res.destroyed) disconnected.abort();
  else res.once('close', () => disconnected.abort());
  return disconnected.signal;
}
