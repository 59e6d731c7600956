import { tooManyRequests } from '#server/errors';
import { networksOf } from './networks-of';

/** Most subjects stored at once; beyond that, those with expired windows are removed first. */
const MAX_SUBJECTS = 20_000;

interface Window {
  left: number;
  endsAt: number;
}

/**
 * A rate limit counted in this process only, so that exceeding requests cost no query. It protects
 * the database, while `RateLimiter` protects people and providers.
 */
export class Budget {
  readonly #name: string;
  readonly #max: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, Window>();

  /**
   * @param name as in metrics
   * @param max use per subject in a window of this many seconds
   */
  constructor({ name, max, seconds }: { name: string; max: number; seconds: number }) {
    this.#name = name;
    this.#max = max;
    this.#windowMs = seconds * 1_000;
  }

  /**
   * Uses up part of the budget.
   * @throws AppError 429 when nothing is left
   */
  spend(subject: string, share = 1): void {
    const window = this.#windowOf(subject, share);
    window.left -= 1;
    if (window.left < 0) throw this.#exhausted(window);
  }

  /** @throws AppError 429 when nothing is left; uses nothing */
  assertLeft(subject: string): void {
    const window = this.#windows.get(subject);
    if (window && window.left <= 0 && window.endsAt > Date.now()) throw this.#exhausted(window);
  }

  /** Like `spend`, for each network that an address belongs to. */
  spendFrom(ip: string | undefined): void {
    for (const { name, share } of networksOf(ip)) this.spend(name, share);
  }

  /** Like `assertLeft`, for each network that an address belongs to. */
  assertLeftFrom(ip: string | undefined): void {
    for (const { name } of networksOf(ip)) this.assertLeft(name);
  }

  #windowOf(subject: string, share: number): Window {
    const now = Date.now();
    const current = this.#windows.get(subject);
    if (current && current.endsAt > now) return current;
    const fresh = { left: this.#max * share, endsAt: now + this.#windowMs };
    this.#windows.delete(subject);
    this.#windows.set(subject, fresh);
    this.#forget(now);
    return fresh;
  }

  /** Windows are stored in the order of their starts, so the oldest ends first. */
  #forget(now: number): void {
    for (const [subject, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MAX_SUBJECTS) return;
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
