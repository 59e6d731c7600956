import { AppError } from '#server/errors';
import { Budget, WEBHOOKS_REFUSED } from '#server/http/index';
import { countWebhook } from '#server/platform/instruments';
import { ReportThrottle } from '#server/platform/report-throttle';
import { recordDecline } from '../card/declines';
import { checkLeased } from '../checks/check-payment';
import { recordHint } from '../checks/record-hint';
import type { PaymentContext } from '../context';
import type { PaymentProvider, RawWebhook } from '../providers/provider';

/**
 * Interval between two log lines, in ms, so that a flood of callbacks does not bury other lines.
 */
const REPORT_EVERY_MS = 60_000;
/** Limit per payment for unsigned callbacks: a provider sends only a few, retries included. */
const PAYMENT_LIMIT = { name: 'webhooks-about-one', max: 30, seconds: 60 };
/**
 * Limit per address for refused callbacks, and unsigned ones about unknown payments, neither of
 * which a provider sends.
 */
const UNMATCHED_LIMIT = { name: 'webhooks-leading-nowhere', max: 60, seconds: 60 };

/** Receives the webhooks of one provider. */
export class WebhookReceiver {
  readonly #context: PaymentContext;
  readonly #provider: PaymentProvider;
  readonly #aboutOne = new Budget(PAYMENT_LIMIT);
  readonly #unmatched = new Budget(UNMATCHED_LIMIT);
  readonly #refusals = new ReportThrottle(REPORT_EVERY_MS);
  readonly #unknownRecords = new ReportThrottle(REPORT_EVERY_MS);
  readonly #irrelevant = new ReportThrottle(REPORT_EVERY_MS);

  constructor(context: PaymentContext, provider: PaymentProvider) {
    this.#context = context;
    this.#provider = provider;
    // Starts the counter at 0, so that Prometheus sees the first increase.
    countWebhook(provider.name, 'refused', 0);
  }

  /**
   * Records that a payment needs a check, then checks it. Returns once it is recorded; a repeat of
   * the same claim adds nothing. The content of the webhook is never believed. If our database has
   * lost the payment, starts its recovery.
   *
   * @throws AppError 400 or 401 when its signature is not valid; 429 when it is not signed and too
   *   many are about the same payment, or too many from this address were refused or about unknown
   *   payments
   */
  async receive(webhook: RawWebhook, ip: string | undefined): Promise<void> {
    const { logger, background, limiter, recoveries } = this.#context;
    const provider = this.#provider;
    const reading = await provider.readWebhook(webhook);
    // What is signed is never held against its sender: a provider may send us the events of a whole
    // account, which other shops share.
    const isLimited = reading.outcome === 'refused' || !reading.isSigned;
    if (isLimited) this.#unmatched.assertLeftFrom(ip);
    if (reading.outcome === 'refused') {
      // With a wrong key, every genuine callback fails like this, so the site operator must be
      // alerted.
      const alarm = { provider: provider.name, alarm: 'webhook-refused' };
      this.#refusals.report((times) => {
        logger.warn({ ...alarm, times }, 'webhook refused');
        background.run('note a refused webhook', () =>
          limiter.count({ limit: WEBHOOKS_REFUSED, subject: provider.name }),
        );
      });
      countWebhook(provider.name, 'refused');
      this.#unmatched.spendFrom(ip);
      throw new AppError(
        reading.status,
        'webhook-refused',
        'The signature is missing or not valid',
      );
    }
    if (reading.outcome === 'irrelevant') {
      const about = { provider: provider.name, ...reading.evidence };
      countWebhook(provider.name, 'irrelevant');
      this.#irrelevant.report((times) => logger.info({ ...about, times }, 'webhook ignored'));
      return;
    }
    const { hint } = reading;
    if (isLimited) this.#aboutOne.spend(`${hint.paymentId} ${hint.providerRef}`);
    const hinted = await recordHint(this.#context, provider, hint, 'webhook');
    if (hinted === null) {
      const about = { provider: provider.name, ...hint.evidence };
      countWebhook(provider.name, 'unknown-payment');
      this.#unknownRecords.report((times) =>
        logger.warn({ ...about, times }, 'webhook about an unknown payment'),
      );
      if (isLimited) this.#unmatched.spendFrom(ip);
      const { paymentId, providerRef } = hint;
      background.run('recover a lost payment', () =>
        recoveries.try(this.#context, provider, { paymentId, providerRef }, 'webhook'),
      );
      return;
    }
    countWebhook(provider.name, 'taken');
    const { payment, leased, isNew } = hinted;
    const isDecline = isNew && hint.reason !== undefined && provider === this.#context.cards;
    if (!leased && !isDecline) return;
    background.run('check after a webhook', async () => {
      if (isDecline) await recordDecline(this.#context, payment);
      if (leased) await checkLeased(this.#context, leased, 'webhook');
    });
  }
}
