import { randomText } from '#sandbox/random-text';
import { badState, declined, noSuch } from './api-error';
import type { RecordStore } from './books';
import { paymentMethodOf, testCardOf } from './cards';
import { CHALLENGE_PATH } from './credentials';
import { openDispute } from './disputes';
import { type Cause, recordEvent } from './events';
import { newId, nowInSeconds } from './identifiers';
import type {
  Challenge,
  Charge,
  NextAction,
  PaymentError,
  PaymentIntent,
  PaymentMethod,
} from './objects';
import {
  type Confirmation,
  type CreateOrder,
  changedMetadata,
  type Update,
} from './payment-intent-params';

/** States in which an intent has taken no money and may still do so. */
const OPEN: readonly PaymentIntent['status'][] = ['requires_payment_method', 'requires_action'];

/** The rules of payment intents over one set of records. */
export class PaymentIntents {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  create(order: CreateOrder, cause: Cause): PaymentIntent {
    const id = newId('pi');
    const intent: PaymentIntent = {
      id,
      object: 'payment_intent',
      allowed_payment_method_types: order.allowedTypes,
      amount: order.amount,
      amount_received: 0,
      automatic_payment_methods: order.automatic,
      canceled_at: null,
      cancellation_reason: null,
      client_secret: `${id}_secret_${randomText(25)}`,
      created: nowInSeconds(),
      currency: order.currency,
      description: order.description,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: order.metadata,
      next_action: null,
      payment_method: null,
      payment_method_options: optionsOf(order.threeDSecure),
      receipt_email: order.receiptEmail,
      status: 'requires_payment_method',
    };
    this.#records.put(intent);
    recordEvent(this.#records, 'payment_intent.created', intent, cause);
    return intent;
  }

  find(id: string): PaymentIntent {
    const intent = this.#records.intents.get(id);
    if (!intent) throw noSuch('payment_intent', id, 'intent');
    return intent;
  }

  update(intent: PaymentIntent, update: Update): PaymentIntent {
    const isOtherAmount = update.amount !== undefined && update.amount !== intent.amount;
    if (update.amount !== undefined && !OPEN.includes(intent.status)) {
      throw unexpectedState(
        intent,
        `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
      );
    }
    const changed: PaymentIntent = {
      ...intent,
      amount: update.amount ?? intent.amount,
      receipt_email: update.receiptEmail === undefined ? intent.receipt_email : update.receiptEmail,
      description: update.description === undefined ? intent.description : update.description,
      metadata: changedMetadata(intent.metadata, update.metadata),
      payment_method_options:
        update.threeDSecure === undefined
          ? intent.payment_method_options
          : optionsOf(update.threeDSecure),
      last_payment_error: null,
      // An open challenge was about the old amount, so it becomes void.
      ...(isOtherAmount ? withoutMethod : {}),
    };
    this.#records.put(changed);
    return changed;
  }

  /**
   * Takes the money, or starts the bank's challenge first.
   * @param origin of the bank's page, for a card whose payer has to go there
   * @throws a decline, after it was recorded
   */
  confirm(
    intent: PaymentIntent,
    { card, returnUrl, receiptEmail }: Confirmation,
    origin: string,
    cause: Cause,
  ): PaymentIntent {
    if (!OPEN.includes(intent.status)) throw unexpectedState(intent, cannotConfirm(intent));
    if (card === null) {
      throw unexpectedState(
        intent,
        "You cannot confirm this PaymentIntent because it's missing a payment method.",
      );
    }
    if (returnUrl === null && mayRedirect(intent)) {
      throw badState(
        'This PaymentIntent accepts payment methods that may redirect your customer off of your page: you must provide a `return_url`, or set automatic_payment_methods[allow_redirects] to never.',
        { param: 'return_url' },
      );
    }
    const paymentMethod = paymentMethodOf(card);
    const addressed: PaymentIntent = {
      ...intent,
      receipt_email: receiptEmail === undefined ? intent.receipt_email : receiptEmail,
    };
    const { challenge: usual, isEnrolled } = testCardOf(paymentMethod.card);
    const requested = intent.payment_method_options?.card.request_three_d_secure;
    const kind = usual ?? (isEnrolled && requested === 'any' ? 'dialog' : null);
    if (kind === null) return this.#charge(addressed, paymentMethod, cause);

    const challenge: Challenge = {
      id: newId('payatt'),
      object: 'challenge',
      payment_intent: intent.id,
      payment_method: paymentMethod,
      return_url: kind === 'redirect' ? returnUrl : null,
    };
    const asking: PaymentIntent = {
      ...addressed,
      last_payment_error: null,
      next_action: nextActionOf(challenge, origin),
      payment_method: paymentMethod.id,
      status: 'requires_action',
    };
    this.#records.put(challenge, asking);
    recordEvent(this.#records, 'payment_intent.requires_action', asking, cause);
    return asking;
  }

  /** True while the bank waits for this answer: another attempt has another payment method. */
  isOpen(challenge: Challenge): boolean {
    const { status, payment_method } = this.find(challenge.payment_intent);
    return status === 'requires_action' && payment_method === challenge.payment_method.id;
  }

  /**
   * Applies the payer's answer to the bank's challenge. Has no effect on a challenge that is no
   * longer open, because it was answered or the payment took another course.
   */
  answerChallenge(challenge: Challenge, isApproved: boolean, cause: Cause): PaymentIntent {
    const intent = this.find(challenge.payment_intent);
    if (!this.isOpen(challenge)) return intent;
    const { payment_method } = challenge;
    const answered: PaymentIntent = { ...intent, next_action: null };
    if (isApproved) return this.#charge(answered, payment_method, cause);
    this.#fail(
      answered,
      {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message:
          'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
        payment_method,
      },
      cause,
    );
    return this.find(intent.id);
  }

  cancel(intent: PaymentIntent, reason: string | null, cause: Cause): PaymentIntent {
    if (!OPEN.includes(intent.status)) {
      throw unexpectedState(
        intent,
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      );
    }
    const canceled: PaymentIntent = {
      ...intent,
      ...withoutMethod,
      canceled_at: nowInSeconds(),
      cancellation_reason: reason,
      status: 'canceled',
    };
    this.#records.put(canceled);
    recordEvent(this.#records, 'payment_intent.canceled', canceled, cause);
    return canceled;
  }

  #charge(intent: PaymentIntent, paymentMethod: PaymentMethod, cause: Cause): PaymentIntent {
    const { decline, aftermath } = testCardOf(paymentMethod.card);
    const charge = chargeOf(intent, paymentMethod, decline === null);
    this.#records.put(charge);
    if (decline !== null) {
      recordEvent(this.#records, 'charge.failed', charge, cause);
      const error: PaymentError = {
        type: 'card_error',
        code: decline.code,
        ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
        message: decline.message,
        charge: charge.id,
        payment_method: paymentMethod,
      };
      throw this.#fail({ ...intent, latest_charge: charge.id }, error, cause);
    }
    const paid: PaymentIntent = {
      ...intent,
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
      payment_method: paymentMethod.id,
      status: 'succeeded',
    };
    this.#records.put(paid);
    recordEvent(this.#records, 'charge.succeeded', charge, cause);
    recordEvent(this.#records, 'payment_intent.succeeded', paid, cause);
    if (aftermath === 'disputed') openDispute(this.#records, charge, { reason: 'fraudulent' });
    return paid;
  }

  /** Records a failed attempt: the same intent may be paid with another card. */
  #fail(intent: PaymentIntent, error: PaymentError, cause: Cause) {
    const failed: PaymentIntent = { ...intent, ...withoutMethod, last_payment_error: error };
    this.#records.put(failed);
    recordEvent(this.#records, 'payment_intent.payment_failed', failed, cause);
    return declined(error, failed);
  }
}

const optionsOf = (
  threeDSecure: CreateOrder['threeDSecure'],
): PaymentIntent['payment_method_options'] =>
  threeDSecure === null ? null : { card: { request_three_d_secure: threeDSecure } };

const withoutMethod = {
  next_action: null,
  payment_method: null,
  status: 'requires_payment_method',
} as const;

function nextActionOf({ id, return_url }: Challenge, origin: string): NextAction {
  if (return_url === null) {
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'stripe_3ds2_challenge', source: id },
    };
  }
  const url = `${origin}${CHALLENGE_PATH}?attempt=${id}`;
  return { type: 'redirect_to_url', redirect_to_url: { url, return_url } };
}

function mayRedirect({ automatic_payment_methods: automatic }: PaymentIntent): boolean {
  return automatic?.allow_redirects === 'always' && automatic.enabled;
}

function cannotConfirm({ status }: PaymentIntent): string {
  return status === 'succeeded'
    ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    : `You cannot confirm this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
}

function unexpectedState(intent: PaymentIntent, message: string) {
  return badState(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

function chargeOf(intent: PaymentIntent, paymentMethod: PaymentMethod, isPaid: boolean): Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    created: nowInSeconds(),
    currency: intent.currency,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: { type: 'card', card: paymentMethod.card },
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
  };
}
