import type { SandboxLogger } from '#sandbox/logger';
import type { WebhookRequest } from '#sandbox/post-webhook';
import { ProviderSandbox } from '#sandbox/provider-sandbox';
import { noSuch, StripeApiError } from './api-error';
import { RecordStore } from './books';
import type { CardEntry } from './cards';
import {
  closeDispute,
  type DisputeOpening,
  type DisputeOutcome,
  isClosed,
  openDispute,
} from './disputes';
import { type Cause, NO_CAUSE } from './events';
import type { Endpoint } from './faults';
import { IdempotencyKeys } from './idempotency';
import type { Challenge, Dispute, Metadata, PaymentIntent, Refund, StripeEvent } from './objects';
import type { CreateOrder } from './payment-intent-params';
import { PaymentIntents } from './payment-intents';
import {
  chargeTakenFor,
  createRefund,
  failRefund,
  isUnsettled,
  refundsOf,
  settleRefund,
} from './refunds';
import {
  DEFAULT_DELAYS,
  DEFAULT_SWITCHES,
  type StripeDelays,
  type StripeSwitches,
} from './switches';
import {
  type ReleaseOrder,
  type WebhookChanges,
  type WebhookDelivery,
  WebhookSender,
} from './webhooks';

interface StripeSandboxOptions {
  appUrl: () => string;
  /** File in which the records are stored across restarts; null keeps them in memory only. */
  stateFile: string | null;
  logger: SandboxLogger;
  delays?: Partial<StripeDelays>;
}

/** A successful charge. Amounts in minor units. */
export interface TakenCharge {
  intentId: string;
  chargeId: string;
  amount: number;
  currency: string;
  /** Metadata of the intent at that moment. */
  metadata: Metadata;
  amountRefunded: number;
  /** Status of the latest dispute; null when there is none. */
  dispute: Dispute['status'] | null;
}

/** Simulation of Stripe; the part that the application sees is in `api-routes.ts`. */
export class StripeSandbox extends ProviderSandbox<Endpoint, StripeSwitches> {
  readonly records: RecordStore;
  readonly paymentIntents: PaymentIntents;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly #webhooks: WebhookSender;
  readonly #delays: StripeDelays;
  readonly #refundTimers = new Set<NodeJS.Timeout>();
  /** Ids of intents to confirm before the response to the call that created them. */
  readonly #unanswered: string[] = [];
  readonly #resumption: NodeJS.Immediate;

  constructor({ appUrl, stateFile, logger, delays }: StripeSandboxOptions) {
    super(DEFAULT_SWITCHES);
    this.#delays = { ...DEFAULT_DELAYS, ...delays };
    this.records = new RecordStore(stateFile, logger);
    this.paymentIntents = new PaymentIntents(this.records);
    this.idempotencyKeys = new IdempotencyKeys(this.records);
    this.#webhooks = new WebhookSender({
      appUrl,
      records: this.records,
      delays: this.#delays,
      switches: () => this.switches,
      logger,
    });
    // Continues what a stop or a crash has left undone; later, because the application is just
    // starting.
    this.#resumption = setImmediate(
      () => void this.#webhooks.announce([...this.records.announcements.values()]),
    );
    for (const refund of this.records.refunds.values()) this.watchRefund(refund);
  }

  /**
   * Carries out a change; once it is on disk, sends its webhooks to the application.
   * @returns its result, and a promise that resolves when each webhook was tried once
   */
  perform<T>(change: () => T): { result: T; announced: Promise<void> } {
    const { result, announcements } = this.records.batch(change);
    return { result, announced: this.#webhooks.announce(announcements) };
  }

  /** All intents, oldest first. */
  intents(): PaymentIntent[] {
    return [...this.records.intents.values()];
  }

  /** All charges that were really made, oldest first, whatever responses and webhooks said. */
  charged(): TakenCharge[] {
    const disputes = new Map(
      [...this.records.disputes.values()].map((dispute) => [dispute.charge, dispute]),
    );
    return [...this.records.charges.values()]
      .filter((charge) => charge.paid)
      .map((charge) => ({
        intentId: charge.payment_intent,
        chargeId: charge.id,
        amount: charge.amount,
        currency: charge.currency,
        metadata: charge.metadata,
        amountRefunded: charge.amount_refunded,
        dispute: disputes.get(charge.id)?.status ?? null,
      }));
  }

  /** All events, oldest first, whether or not the application subscribes to them. */
  events(): StripeEvent[] {
    return [...this.records.announcements.values()].map(({ event }) => event);
  }

  /**
   * The payer enters this card. A decline is not thrown here: it is in `last_payment_error`.
   * Resolves when the webhooks were tried once.
   */
  confirm(intentId: string, cardNumber: string): Promise<PaymentIntent> {
    const confirmation = {
      card: aCard(cardNumber),
      returnUrl: 'https://return.invalid/',
      receiptEmail: undefined,
    };
    return this.#act(intentId, () =>
      this.paymentIntents.confirm(
        this.paymentIntents.find(intentId),
        confirmation,
        'https://bank.invalid',
        NO_CAUSE,
      ),
    );
  }

  approveChallenge(intentId: string): Promise<PaymentIntent> {
    const { id } = this.#openChallenge(intentId);
    return this.#act(intentId, () => this.answerChallengeById(id, true, NO_CAUSE));
  }

  refuseChallenge(intentId: string): Promise<PaymentIntent> {
    const { id } = this.#openChallenge(intentId);
    return this.#act(intentId, () => this.answerChallengeById(id, false, NO_CAUSE));
  }

  /** Cancels an intent from the provider's side; `reason` is `automatic`, `expired`… */
  cancel(intentId: string, reason = 'automatic'): Promise<PaymentIntent> {
    return this.#act(intentId, () =>
      this.paymentIntents.cancel(this.paymentIntents.find(intentId), reason, NO_CAUSE),
    );
  }

  /** Refunds as in the dashboard: all that is left, or this many minor units. */
  async refund(intentId: string, amount: number | null = null): Promise<Refund> {
    const { result, announced } = this.perform(() => {
      const charge = chargeTakenFor(this.records, intentId);
      const order = { charge, amount, reason: null, metadata: {} };
      return createRefund(this.records, order, NO_CAUSE);
    });
    this.watchRefund(result);
    await announced;
    return result;
  }

  /** Returns the money of the latest refund that has not failed. */
  async failRefund(intentId: string): Promise<Refund> {
    const { id } = chargeTakenFor(this.records, intentId);
    const latest = refundsOf(this.records, id).findLast(({ status }) => status !== 'failed');
    if (!latest) throw new Error(`no refund of ${intentId}`);
    const { result, announced } = this.perform(() => failRefund(this.records, latest));
    await announced;
    return result;
  }

  async openDispute(intentId: string, opening: DisputeOpening = {}): Promise<Dispute> {
    const { result, announced } = this.perform(() =>
      openDispute(this.records, chargeTakenFor(this.records, intentId), opening),
    );
    await announced;
    return result;
  }

  async closeDispute(intentId: string, outcome: DisputeOutcome): Promise<Dispute> {
    const open = [...this.records.disputes.values()]
      .reverse()
      .find((dispute) => dispute.payment_intent === intentId && !isClosed(dispute));
    if (!open) throw new Error(`no open dispute of ${intentId}`);
    const { result, announced } = this.perform(() => closeDispute(this.records, open, outcome));
    await announced;
    return result;
  }

  /** Sends an event once, whatever the switches; also changed or invented ones. */
  deliver(event: StripeEvent, changes?: WebhookChanges): Promise<WebhookDelivery> {
    return this.#webhooks.send(event, changes);
  }

  /** Returns the webhook of an event without sending it: for tests that send it themselves. */
  webhookFor(event: StripeEvent, changes?: WebhookChanges): WebhookRequest {
    return this.#webhooks.build(event, changes);
  }

  /** Sends the webhooks held back by `webhooks: 'held'`, one after the other. */
  releaseWebhooks(order: ReleaseOrder = 'as-happened'): Promise<void> {
    return this.#webhooks.release(order);
  }

  /** Resolves when no webhook is in flight or waiting for a retry. */
  webhooksSettled(): Promise<void> {
    return this.#webhooks.settled();
  }

  /** Every webhook sent, with its response. */
  deliveries(): WebhookDelivery[] {
    return this.#webhooks.deliveries();
  }

  /** Resets everything: no payments, faults or keys, default switches. */
  override reset(): void {
    super.reset();
    this.#stop();
    this.records.clear();
  }

  /** Stops all timers, and closes connections and the file. */
  close(): void {
    this.#stop();
    this.records.close();
  }

  // ---- Used by the routes

  findChallenge(id: string): Challenge {
    const challenge = this.records.challenges.get(id);
    if (!challenge) throw noSuch('source', id, 'source');
    return challenge;
  }

  /** Applies the payer's answer. A later decline is not an error of the answer. */
  answerChallengeById(id: string, isApproved: boolean, cause: Cause): void {
    const challenge = this.findChallenge(id);
    withoutDecline(() => this.paymentIntents.answerChallenge(challenge, isApproved, cause));
  }

  createIntent(order: CreateOrder, cause: Cause): PaymentIntent {
    const intent = this.paymentIntents.create(order, cause);
    if (this.switches.confirmsOnCreate !== null) this.#unanswered.push(intent.id);
    return intent;
  }

  /** `confirmsOnCreate`: confirms new intents before the response to the call that created them. */
  async confirmNewIntents(): Promise<void> {
    const card = this.switches.confirmsOnCreate;
    const unanswered = this.#unanswered.splice(0);
    if (card !== null) await Promise.all(unanswered.map((id) => this.confirm(id, card)));
  }

  /** Schedules the automatic changes of a refund. */
  watchRefund({ id }: Refund): void {
    const settle = () => {
      this.#refundTimers.delete(timer);
      const refund = this.records.refunds.get(id);
      if (!refund || !isUnsettled(this.records, refund)) return;
      void this.perform(() => settleRefund(this.records, refund)).announced;
    };
    const refund = this.records.refunds.get(id);
    if (!refund || !isUnsettled(this.records, refund)) return;
    const timer = setTimeout(settle, this.#delays.refundSettlesAfterMs).unref();
    this.#refundTimers.add(timer);
  }

  async #act(intentId: string, change: () => void): Promise<PaymentIntent> {
    const { announced } = this.perform(() => withoutDecline(change));
    await announced;
    return this.paymentIntents.find(intentId);
  }

  #openChallenge(intentId: string): Challenge {
    const { payment_method: paymentMethod } = this.paymentIntents.find(intentId);
    const challenge = [...this.records.challenges.values()].find(
      ({ payment_method }) => payment_method.id === paymentMethod,
    );
    if (!challenge) throw new Error(`no challenge waits for the payer of ${intentId}`);
    return challenge;
  }

  #stop(): void {
    clearImmediate(this.#resumption);
    this.faults.reset();
    this.#webhooks.reset();
    for (const timer of this.#refundTimers) clearTimeout(timer);
    this.#refundTimers.clear();
  }
}

function withoutDecline(change: () => void): void {
  try {
    change();
  } catch (error) {
    const isDecline = error instanceof StripeApiError && error.status === 402;
    if (!isDecline) throw error;
  }
}

/** Any future date and any code are accepted. */
function aCard(number: string): CardEntry {
  const expYear = new Date().getFullYear() + 5;
  return { number, expMonth: 12, expYear, cvc: /^3[47]/.test(number) ? '1234' : '123' };
}
