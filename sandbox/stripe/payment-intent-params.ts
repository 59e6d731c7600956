import { badRequest } from './api-error';
import type { CardEntry } from './cards';
import type { Metadata, PaymentIntent } from './objects';
import type { Params } from './params';

export interface CreateOrder {
  amount: number;
  currency: string;
  allowedTypes: string[] | null;
  automatic: PaymentIntent['automatic_payment_methods'];
  receiptEmail: string | null;
  description: string | null;
  metadata: Metadata;
  threeDSecure: ThreeDSecure | null;
}

/**
 * When the bank authenticates the payer: at its discretion, or with every card that supports it.
 */
type ThreeDSecure = (typeof THREE_D_SECURE)[number];
const THREE_D_SECURE = ['any', 'automatic', 'challenge'] as const;

/** Undefined leaves a field unchanged. */
export interface Update {
  amount: number | undefined;
  receiptEmail: string | null | undefined;
  description: string | null | undefined;
  /** Merged into the existing metadata; an empty text removes its key; null removes all. */
  metadata: ReadonlyMap<string, string> | null | undefined;
  threeDSecure: ThreeDSecure | undefined;
}

export interface Confirmation {
  card: CardEntry | null;
  returnUrl: string | null;
  /** Undefined leaves the intent's address unchanged. */
  receiptEmail: string | null | undefined;
}

export const CANCELLATION_REASONS = [
  'abandoned',
  'duplicate',
  'fraudulent',
  'requested_by_customer',
] as const;

/** 50 cents; other currencies have other minimums, which our calls never reach. */
const MINIMUM_AMOUNT = { usd: 50, eur: 50, gbp: 30, xaf: 300 };
const MAXIMUM_AMOUNT = 99_999_999;

export function readCreate(params: Params): CreateOrder {
  refuseRetiredMethodTypes(params);
  const currency = readCurrency(params);
  const amount = params.requiredInteger('amount');
  checkAmount(amount, currency);
  const allowedTypes = params.list('allowed_payment_method_types') ?? null;
  const automatic = readAutomatic(params);
  if (allowedTypes !== null && automatic !== null) {
    throw badRequest(
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
    );
  }
  return {
    amount,
    currency,
    allowedTypes,
    // Automatic methods are the default since 2023.
    automatic:
      allowedTypes === null ? (automatic ?? { enabled: true, allow_redirects: 'always' }) : null,
    receiptEmail: readEmail(params) ?? null,
    description: params.text('description') ?? null,
    metadata: changedMetadata({}, params.record('metadata')),
    threeDSecure: readThreeDSecure(params) ?? null,
  };
}

export function readUpdate(params: Params, currency: string): Update {
  refuseRetiredMethodTypes(params);
  const amount = params.integer('amount');
  if (amount !== undefined) checkAmount(amount, currency);
  return {
    amount,
    receiptEmail: readEmail(params),
    description: params.text('description'),
    metadata: params.record('metadata'),
    threeDSecure: readThreeDSecure(params),
  };
}

const readThreeDSecure = (params: Params): ThreeDSecure | undefined =>
  params
    .nested('payment_method_options')
    ?.nested('card')
    ?.oneOf('request_three_d_secure', THREE_D_SECURE);

export function readConfirmation(params: Params): Confirmation {
  refuseRetiredMethodTypes(params);
  params.ignore('use_stripe_sdk', 'expected_payment_method_type');
  const receiptEmail = readEmail(params);
  return { card: readCard(params), returnUrl: readReturnUrl(params), receiptEmail };
}

/** @throws the provider's errors for metadata beyond its limits */
export function changedMetadata(
  present: Metadata,
  changes: ReadonlyMap<string, string> | null | undefined,
): Metadata {
  if (changes === undefined) return present;
  if (changes === null) return {};
  const metadata = new Map(Object.entries(present));
  for (const [key, value] of changes) {
    const param = `metadata[${key}]`;
    if (key.length > 40) {
      throw badRequest('Metadata keys can have up to 40 characters.', { param });
    }
    if (value.length > 500) {
      throw badRequest('Metadata values can have up to 500 characters.', { param });
    }
    if (value === '') metadata.delete(key);
    else metadata.set(key, value);
  }
  if (metadata.size > 50) {
    throw badRequest('Metadata can have up to 50 keys.', { param: 'metadata' });
  }
  return Object.fromEntries(metadata);
}

function refuseRetiredMethodTypes(params: Params): void {
  if (!params.has('payment_method_types')) return;
  throw badRequest(
    'The payment_method_types parameter is no longer supported. Use automatic_payment_methods or allowed_payment_method_types.',
    { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
  );
}

/** Lower case only: the real provider's handling of `USD` is not documented. */
function readCurrency(params: Params): string {
  const currency = params.requiredText('currency');
  if (/^[a-z]{3}$/.test(currency)) return currency;
  throw badRequest(`Invalid currency: ${currency}`, { param: 'currency' });
}

function checkAmount(amount: number, currency: string): void {
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw badRequest(message, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  const minimums: Readonly<Record<string, number>> = MINIMUM_AMOUNT;
  const minimum = minimums[currency] ?? 1;
  if (amount < minimum) {
    const message = `Amount must be at least ${minimum} ${currency} in minor units.`;
    throw badRequest(message, { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > MAXIMUM_AMOUNT) {
    const message = `Amount must be no more than ${MAXIMUM_AMOUNT} ${currency} in minor units.`;
    throw badRequest(message, { code: 'amount_too_large', param: 'amount' });
  }
}

function readAutomatic(params: Params): PaymentIntent['automatic_payment_methods'] {
  const automatic = params.nested('automatic_payment_methods');
  if (automatic === undefined) return null;
  const enabled = automatic.flag('enabled') ?? false;
  const redirects = automatic.oneOf('allow_redirects', ['always', 'never']) ?? 'always';
  return { enabled, allow_redirects: redirects };
}

function readEmail(params: Params): string | null | undefined {
  const email = params.text('receipt_email');
  if (email == null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email;
  const details = { code: 'email_invalid', param: 'receipt_email' };
  throw badRequest(`Invalid email address: ${email}`, details);
}

function readReturnUrl(params: Params): string | null {
  const url = params.text('return_url');
  if (url == null) return null;
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  throw badRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
}

function readCard(params: Params): CardEntry | null {
  const data = params.nested('payment_method_data');
  if (data === undefined) return null;
  data.ignore('billing_details', 'allow_redisplay');
  if (data.requiredText('type') !== 'card') {
    throw badRequest('The sandbox takes cards only.', { param: 'payment_method_data[type]' });
  }
  const card = data.nested('card');
  if (card === undefined) {
    const param = 'payment_method_data[card]';
    throw badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  return {
    number: card.requiredText('number').replaceAll(' ', ''),
    expMonth: card.requiredInteger('exp_month'),
    expYear: card.requiredInteger('exp_year'),
    cvc: card.text('cvc') ?? '',
  };
}
