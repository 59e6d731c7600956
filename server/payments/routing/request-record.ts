import type { RouteReason, RouteState } from '#shared/domain/provider-routes';

/** Requests older than this, in ms, say nothing about the provider's present state. */
export const WINDOW_MS = 5 * 60_000;
/** Number of requests that are considered. */
const MAX_REQUESTS = 10;
/** Consecutive failures after which a provider is down. */
export const FAILURES_UNTIL_DOWN = 3;
/** Median duration from which a provider is slow, in ms. The voter waits for the answer. */
const SLOW_MS = 5_000;
/** Fewest requests whose median is considered. */
const MIN_REQUESTS = 3;

export type Judgement =
  | { state: 'well'; reason: null }
  | { state: Exclude<RouteState, 'well'>; reason: RouteReason };

export const WELL: Judgement = { state: 'well', reason: null };

/** Judges a provider by its last requests for payment, as one process has seen them. */
export class RequestRecord {
  #requests: { at: number; ms: number; isFailed: boolean }[] = [];

  /**
   * @param ms duration of the request
   * @param isFailed true when there was no answer, or a refusal that no payer has caused
   */
  note(ms: number, isFailed: boolean): Judgement {
    const at = performance.now();
    this.#requests = [...this.#requests, { at, ms, isFailed }]
      .filter((request) => at - request.at < WINDOW_MS)
      .slice(-MAX_REQUESTS);
    const last = this.#requests.slice(-FAILURES_UNTIL_DOWN);
    if (last.length === FAILURES_UNTIL_DOWN && last.every((request) => request.isFailed)) {
      return { state: 'down', reason: 'failed-requests' };
    }
    const isSlow =
      this.#requests.some((request) => request.isFailed) ||
      (this.#requests.length >= MIN_REQUESTS && medianOf(this.#requests) > SLOW_MS);
    return isSlow ? { state: 'slow', reason: 'slow-answers' } : WELL;
  }

  /** Forgets the requests from before the provider was down. */
  clear(): void {
    this.#requests = [];
  }
}

function medianOf(requests: readonly { ms: number }[]): number {
  const sorted = requests.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
