import { describe, expect, test } from 'vitest';
import { LANGUAGES } from './localized';
import { FAILURE_REASONS } from './payment';
import { type PaymentFacts, paymentWords } from './payment-words';

const facts = (changes: Partial<PaymentFacts> = {}): PaymentFacts => ({
  status: 'completed',
  method: 'mobile-money',
  money: { amountMinor: 1_200, currency: 'XAF' },
  votes: 12,
  artists: ['Mama Njanga'],
  startedAt: '2025-11-01T20:03:00Z',
  attemptedAt: '2025-11-01T20:03:01Z',
  completedAt: '2025-11-01T20:04:00Z',
  failureReason: null,
  receiptCode: '01KXABCDE9',
  phoneNumber: '237677123456',
  flags: [],
  isRefundPending: false,
  returnedInPart: 0,
  refundReference: null,
  isChecked: false,
  isVotingOpen: true,
  ...changes,
});
const UNPAID = { completedAt: null, receiptCode: null } as const;
const CARD = {
  method: 'card',
  money: { amountMinor: 600, currency: 'USD' },
  phoneNumber: null,
} as const;
/** Spaces of all kinds as plain ones. */
const words = (changes: Partial<PaymentFacts> = {}, language: 'en' | 'fr' = 'en') =>
  paymentWords(facts(changes), language, 'Africa/Douala').replace(/[\u00a0\u202f]/g, ' ');

test('a completed payment is told with its amount, method, votes, artist and times', () => {
  expect(words()).toBe(
    'Your payment of 1,200 CFA by Mobile Money (number ending in 3456) for 12 votes for Mama Njanga was started on November 1, 2025 at 9:03 PM GMT+1. It was paid, and the votes were counted on November 1, 2025 at 9:04 PM GMT+1. Receipt code: 01KXABCDE9. There is nothing left to do.',
  );
  expect(words({}, 'fr')).toBe(
    'Votre paiement de 1 200 CFA par Mobile Money (numéro finissant par 3456) pour 12 votes en faveur de Mama Njanga a été lancé le 1er novembre 2025 à 21:03 UTC+1. Il a abouti, et les votes ont été comptés le 1er novembre 2025 à 21:04 UTC+1. Code du reçu : 01KXABCDE9. Il n’y a plus rien à faire.',
  );
  expect(words({ ...CARD, votes: 1 })).toMatch(/^Your payment of \$6\.00 by card for 1 vote for /);
});

test.each<[string, Partial<PaymentFacts>, RegExp, RegExp]>([
  ['pending', { ...UNPAID, status: 'pending' }, /do not pay again: we keep/, /continuons à vérif/],
  [
    'a card that was never sent',
    { ...UNPAID, ...CARD, status: 'pending', attemptedAt: null },
    /never sent to the bank, so nothing was charged/,
    /rien n’a été débité/,
  ],
  [
    'a card that was sent',
    { ...UNPAID, ...CARD, status: 'pending' },
    /no result yet/,
    /de résultat/,
  ],
  [
    'flagged before it was paid',
    { ...UNPAID, status: 'pending', flags: ['amount-mismatch'] },
    /finding out where the money is/,
    /cherchent où est l’argent/,
  ],
  [
    'flagged, and counted',
    { flags: ['disputed'] },
    /counted on .* still checking/,
    /rien à faire\.$/,
  ],
  [
    'being refunded',
    { ...CARD, isRefundPending: true },
    /counted on .* refund has been requested/,
    /remboursement a été demandé/,
  ],
  ['partly refunded', { ...CARD, returnedInPart: 150 }, /\$1\.50 of it was/, /1,50 \$ ont été/],
  [
    'refunded by hand',
    { status: 'failed', failureReason: 'refunded', refundReference: 'OM-77' },
    /no longer count\. Reference of the transfer: OM-77\.$/,
    /Référence du transfert : OM-77\.$/,
  ],
  [
    'refunded to a card',
    { ...CARD, status: 'failed', failureReason: 'refunded' },
    /withdrawn.* Banks take five/,
    /Les banques mettent/,
  ],
  [
    'refunded in vain',
    { ...CARD, status: 'failed', failureReason: 'refunded', flags: ['refund-failed'] },
    /sent the refund back/,
    /nous a renvoyé le remboursement/,
  ],
  [
    'disputed',
    { ...CARD, status: 'failed', failureReason: 'disputed' },
    /Your bank took/,
    /a repris/,
  ],
  [
    'charged after closing',
    {
      ...UNPAID,
      ...CARD,
      status: 'failed',
      failureReason: 'after-closing',
      flags: ['paid-after-closing'],
    },
    /after voting had closed: the votes do not count/,
    /après la clôture des votes/,
  ],
  ['erased', { phoneNumber: null }, /by Mobile Money for 12/, /par Mobile Money pour 12/],
  [
    'failed, and still checked',
    { ...UNPAID, status: 'failed', failureReason: 'expired', isChecked: true },
    /We keep checking: if the money was taken after all/,
    /si l’argent a tout de même/,
  ],
])('the words for a payment that is %s', (_name, changes, english, french) => {
  expect(words(changes)).toMatch(english);
  expect(words(changes, 'fr')).toMatch(french);
});

describe('a failed payment', () => {
  const reasons = FAILURE_REASONS.filter(
    (reason) => !['refunded', 'disputed', 'after-closing'].includes(reason),
  );
  test.each(LANGUAGES)('has a sentence of its own for each reason: %s', (language) => {
    const told = reasons.map((failureReason) =>
      words({ ...UNPAID, status: 'failed', failureReason }, language),
    );
    expect(new Set(told).size).toBe(reasons.length);
    for (const text of told) expect(text).not.toContain('undefined');
  });

  test('says who declined it', () => {
    const declined = { ...UNPAID, status: 'failed', failureReason: 'declined' } as const;
    expect(words(declined)).toContain('declined on the phone. According to');
    expect(words({ ...declined, ...CARD })).toContain('the bank declined the card');
  });
});

test('nothing more of the number is said than its last four digits', () => {
  for (const language of LANGUAGES) expect(words({}, language)).not.toMatch(/677|7712/);
});

test('the French has no-break spaces before its marks', () => {
  const text = paymentWords(facts({ returnedInPart: 1, flags: ['disputed'] }), 'fr', 'UTC');
  expect(text).not.toMatch(/ [:;?!]/);
});

test.each<[string, Partial<PaymentFacts>]>([
  ['failed', { ...UNPAID, status: 'failed', failureReason: 'declined' }],
  ['never sent', { ...UNPAID, ...CARD, status: 'pending', attemptedAt: null }],
])('after the end of voting, one that %s is not to be paid again', (_what, changes) => {
  const again = [/pay again|Start again/, /payer à nouveau|Recommencez/] as const;
  const closed = { ...changes, isVotingOpen: false };
  expect(words(changes)).toMatch(again[0]);
  expect(words(changes, 'fr')).toMatch(again[1]);
  expect(words(closed)).toMatch(/ Voting has closed\./);
  expect(words(closed)).not.toMatch(again[0]);
  expect(words(closed, 'fr')).toMatch(/ Les votes sont clos\./);
  expect(words(closed, 'fr')).not.toMatch(again[1]);
});
