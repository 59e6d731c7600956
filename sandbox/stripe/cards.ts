import { createHash } from 'node:crypto';
import { badCard } from './api-error';
import { newId, nowInSeconds } from './identifiers';
import type { PaymentMethod } from './objects';

interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

export interface TestCard {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex';
  /** How the bank authenticates the payer before the charge; null when it does not. */
  challenge: 'dialog' | 'redirect' | null;
  /**
   * True when the bank authenticates if the merchant requests it, even where it is not required.
   */
  isEnrolled: boolean;
  /** The decline of the charge; null when it succeeds. */
  decline: Decline | null;
  /** What later happens to the money automatically. */
  aftermath: 'disputed' | 'refund-pends' | 'refund-fails' | null;
}

const DECLINES = {
  generic: declineOf('generic_decline', 'Your card was declined.'),
  lacksFunds: declineOf('insufficient_funds', 'Your card has insufficient funds.'),
  lost: declineOf('lost_card', 'Your card was declined.'),
  stolen: declineOf('stolen_card', 'Your card was declined.'),
  expired: { code: 'expired_card', message: 'Your card has expired.' },
  wrongCvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const satisfies Record<string, Decline>;

/**
 * The published test cards. One differs: `4000 0000 0000 3063` is published as "needs 3-D Secure";
 * here its bank requires the payer to leave the page.
 */
const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242'),
  card('5555555555554444', { brand: 'mastercard' }),
  card('378282246310005', { brand: 'amex' }),
  card('4000000000000002', { decline: DECLINES.generic }),
  card('4000000000009995', { decline: DECLINES.lacksFunds }),
  card('4000000000009987', { decline: DECLINES.lost }),
  card('4000000000009979', { decline: DECLINES.stolen }),
  card('4000000000000069', { decline: DECLINES.expired }),
  card('4000000000000127', { decline: DECLINES.wrongCvc }),
  card('4000000000000119', { decline: DECLINES.processing }),
  card('4000000000000341', { decline: DECLINES.generic }),
  card('4000002500003155', { challenge: 'dialog' }),
  card('4000002760003184', { challenge: 'dialog' }),
  card('4000000000003220', { challenge: 'dialog' }),
  card('4000000000003055', { isEnrolled: true }),
  card('4000000000003063', { challenge: 'redirect' }),
  card('4000008260003178', { challenge: 'dialog', decline: DECLINES.lacksFunds }),
  card('4000008400001629', { challenge: 'dialog', decline: DECLINES.generic }),
  card('4000000000000259', { aftermath: 'disputed' }),
  card('4000000000007726', { aftermath: 'refund-pends' }),
  card('4000000000005126', { aftermath: 'refund-fails' }),
];

const byNumber = new Map(TEST_CARDS.map((card) => [card.number, card]));
const byFingerprint = new Map(TEST_CARDS.map((card) => [fingerprintOf(card.number), card]));

export interface CardEntry {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/**
 * Creates the payment method from a form's entries. Throws the provider's errors for invalid
 * entries, and for every card that is not a published test card: a real card typed into a demo is
 * neither charged nor stored.
 */
export function paymentMethodOf({ number, expMonth, expYear, cvc }: CardEntry): PaymentMethod {
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number)) {
    throw badCard('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  if (expMonth < 1 || expMonth > 12) {
    const message = "Your card's expiration month is invalid.";
    throw badCard('invalid_expiry_month', 'exp_month', message);
  }
  const year = expYear < 100 ? 2_000 + expYear : expYear;
  if (isPast(expMonth, year) || year > new Date().getUTCFullYear() + 50) {
    const message = "Your card's expiration year is invalid.";
    throw badCard('invalid_expiry_year', 'exp_year', message);
  }
  const found = byNumber.get(number);
  if (!found) {
    const message =
      'Your card was declined. Your request was in test mode, but used a non test card.';
    throw badCard('card_declined', 'number', message, 'test_mode_live_card');
  }
  if (!(found.brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(cvc)) {
    throw badCard('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  return {
    id: newId('pm'),
    object: 'payment_method',
    type: 'card',
    card: {
      brand: found.brand,
      last4: number.slice(-4),
      exp_month: expMonth,
      exp_year: year,
      fingerprint: fingerprintOf(number),
    },
    created: nowInSeconds(),
    livemode: false,
  };
}

/** Finds the test card of a stored payment method. */
export function testCardOf(paymentMethodCard: PaymentMethod['card']): TestCard {
  const found = byFingerprint.get(paymentMethodCard.fingerprint);
  if (!found) throw new Error(`no test card ends in ${paymentMethodCard.last4}`);
  return found;
}

function card(number: string, traits: Partial<TestCard> = {}): TestCard {
  const plain = { challenge: null, isEnrolled: false, decline: null, aftermath: null };
  return { number, brand: 'visa', ...plain, ...traits };
}

function declineOf(declineCode: string, message: string): Decline {
  return { code: 'card_declined', declineCode, message };
}

function fingerprintOf(number: string): string {
  return createHash('sha256').update(number).digest('base64url').slice(0, 16);
}

/** A card is valid until the end of its month in the last time zone on Earth. */
function isPast(month: number, year: number): boolean {
  const twelveHours = 12 * 3_600_000;
  return Date.now() > Date.UTC(year, month, 1) + twelveHours;
}

/** Luhn's formula. */
function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
