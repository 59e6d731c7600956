import { tooManyRequests } from '../../errors';
import { networksOf } from './networks-of';

/** So many subjects at most are remembered at once; beyond it those whose time is over go first. */
const MOST_SUBJECTS = 20_000;

interface Window {
  left: number;
  endsAt: number;
}

/**
 * A limit that is counted in this process alone, so that what exceeds it costs no query: it guards
 * the database, while `RateLimiter` guards people and providers.
 */
export class Budget {
  readonly #name: string;
  readonly #max: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, Window>();

  /**
   * @param name as in metrics
   * @param max how much one subject may use in a window of so many seconds
   */
  constructor({ name, max, seconds }: { name: string; max: number; seconds: number }) {
    this.#name = name;
    this.#max = max;
    this.#windowMs = seconds * 1_000;
  }

  /**
   * Uses a part of it up.
   * @throws AppError 429 when nothing is left
   */
  spend(subject: string, share = 1): void {
    const window = this.#windowOf(subject, share);
    window.left -= 1;
    if (window.left < 0) throw this.#exhausted(window);
  }

  /** @throws AppError 429 when nothing is left; uses nothing up */
  assertLeft(subject: string): void {
    const window = this.#windows.get(subject);
    if (window && window.left <= 0 && window.endsAt > Date.now()) throw this.#exhausted(window);
  }

  /** As `spend`, for each network that an address counts for. */
  spendFrom(ip: string | undefined): void {
    for (const { name, share } of networksOf(ip)) this.spend(name, share);
  }

  /** As `assertLeft`, for each network that an address counts for. */
  assertLeftFrom(ip: string | undefined): void {
    for (const { name } of networksOf(ip)) this.assertLeft(name);
  }

  #windowOf(subject: string, share: number): Window {
    const now = Date.now();
    const known = this.#windows.get(subject);
    if (known && known.endsAt > now) return known;
    const fresh = { left: this.#max * share, endsAt: now + this.#windowMs };
    this.#windows.delete(subject);
    this.#windows.set(subject, fresh);
    this.#forget(now);
    return fresh;
  }

  /** The oldest window ends first: they stand in the order of their beginnings. */
  #forget(now: number): void {
    for (const [subject, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MOST_SUBJECTS) return;
      this.#windows.delete(subject);
    }
  }

  #exhausted = ({ endsAt }: Window) =>
    tooManyRequests(
      'too-many-requests',
      'Too many requests, please try again later',
      Math.max(1, Math.ceil((endsAt - Date.now()) / 1_000)),
      this.#name,
    );
}
