import type { PaymentContext, Recovering, Recovery, RecoveryReason } from '../context';
import type { NamedRecord, PaymentProvider } from '../providers/provider';
import { recoverPayment } from './recover-payment';

const MINUTE_MS = 60_000;
/**
 * Most queries to providers about missing payments, per minute and process, by the reason for the
 * query: those caused by unknown clients must not use up those caused by the providers.
 */
const MAX_PER_MINUTE: Record<RecoveryReason, number> = { poll: 10, webhook: 60, list: 600 };

/** Time before a failed recovery is tried again, in ms. */
const PAUSE_MS: Partial<Record<Recovery['outcome'], number>> = {
  // A record may appear a moment later than its webhook.
  none: MINUTE_MS,
  unreadable: 60 * MINUTE_MS,
};
const MAX_REMEMBERED = 10_000;

/**
 * Limits recoveries, because anyone may trigger them: another shop of the same account, a staging
 * system or an attacker can name any number of payments.
 */
export class Recoveries implements Recovering {
  /** End of the pause for each payment, by the monotonic clock. */
  readonly #pausedUntil = new Map<string, number>();
  readonly #spent: Record<RecoveryReason, number> = { poll: 0, webhook: 0, list: 0 };
  #endsAt = Number.NEGATIVE_INFINITY;

  async try(
    context: PaymentContext,
    provider: PaymentProvider,
    named: NamedRecord,
    reason: RecoveryReason,
  ): Promise<Recovery | null> {
    const key = `${provider.name} ${named.paymentId ?? ''} ${named.providerRef ?? ''}`;
    const isPaused = performance.now() < (this.#pausedUntil.get(key) ?? Number.NEGATIVE_INFINITY);
    if (isPaused || !this.#spend(reason)) return null;
    const recovery = await recoverPayment(context, provider, named);
    const pauseMs = PAUSE_MS[recovery.outcome];
    if (pauseMs !== undefined) this.#pause(key, pauseMs);
    return recovery;
  }

  #spend(reason: RecoveryReason): boolean {
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#endsAt = now + MINUTE_MS;
      Object.assign(this.#spent, { poll: 0, webhook: 0, list: 0 });
    }
    this.#spent[reason] += 1;
    return this.#spent[reason] <= MAX_PER_MINUTE[reason];
  }

  #pause(key: string, ms: number): void {
    if (this.#pausedUntil.size >= MAX_REMEMBERED) this.#pausedUntil.clear();
    this.#pausedUntil.set(key, performance.now() + ms);
  }
}
