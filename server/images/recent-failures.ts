import type { ImageError } from './image-error';

const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/** Addresses whose pictures failed recently, with their errors. */
export class RecentFailures {
  /** Oldest first. */
  readonly #failures = new Map<string, { error: ImageError; until: number }>();

  /** Returns the error; null when a retry is allowed. */
  of(address: string): ImageError | null {
    const failure = this.#failures.get(address);
    return failure && performance.now() < failure.until ? failure.error : null;
  }

  add(address: string, error: ImageError): void {
    this.#failures.delete(address);
    this.#failures.set(address, { error, until: performance.now() + REMEMBERED_MS });
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined && this.#failures.size > MAX_REMEMBERED) this.#failures.delete(oldest);
  }
}
