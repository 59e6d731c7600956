import type { Language } from './localized';
import { formatMoney } from './money-text';
import {
  AFTER_CLOSING,
  type FailureReason,
  type PaymentMethod,
  type PaymentStatus,
} from './payment';
import type { Currency, Money } from './pricing';

/** What the words say about a payment. */
export interface PaymentFacts {
  status: PaymentStatus;
  method: PaymentMethod;
  money: Money;
  votes: number;
  artists: readonly string[];
  startedAt: string;
  /** Null for a card that was never sent to the bank. */
  attemptedAt: string | null;
  /** When the votes were counted, whatever happened later. */
  completedAt: string | null;
  failureReason: FailureReason | null;
  receiptCode: string | null;
  /** Only the last digits are said. */
  phoneNumber: string | null;
  /** Open flags that an administrator has to settle. */
  flags: readonly string[];
  isRefundPending: boolean;
  /** Amount returned of a payment whose votes still count, in minor units. */
  returnedInPart: number;
  /** Reference of a manual refund, by which the payer can find it. */
  refundReference: string | null;
  /** True while the provider is still asked about it. */
  isChecked: boolean;
  isVotingOpen: boolean;
}

/** Reasons after which no money was taken. */
type UnpaidReason = Exclude<FailureReason, 'refunded' | 'disputed' | typeof AFTER_CLOSING>;

interface Sentences {
  payment(parts: {
    amount: string;
    method: PaymentMethod;
    lastDigits: string | null;
    votes: string;
    time: string;
  }): string;
  votes(count: number, formatted: string, artists: string): string;
  counted(time: string, receiptCode: string): string;
  nothingToDo: string;
  noResult: string;
  approve: string;
  doNotPayAgain: string;
  cardNeverSent: string;
  failed(reason: string): string;
  notTaken: string;
  payAgain: string;
  startAgain: string;
  votingClosed: string;
  stillChecked: string;
  reason: Record<UnpaidReason, string>;
  cardDeclined: string;
  refunded: string;
  disputed: string;
  afterClosing: string;
  banks: string;
  reference(reference: string): string;
  inPart(amount: string): string;
  refundPending: string;
  refundFailed: string;
  lookedInto: string;
  whereIsTheMoney: string;
}

const en: Sentences = {
  payment: ({ amount, method, lastDigits, votes, time }) =>
    `Your payment of ${amount} by ${method === 'card' ? 'card' : 'Mobile Money'}${
      lastDigits ? ` (number ending in ${lastDigits})` : ''
    } for ${votes} was started on ${time}.`,
  votes: (count, formatted, artists) =>
    `${formatted} ${count === 1 ? 'vote' : 'votes'} for ${artists}`,
  counted: (time, code) =>
    `It was paid, and the votes were counted on ${time}. Receipt code: ${code}.`,
  nothingToDo: 'There is nothing left to do.',
  noResult: 'There is no result yet: the payment service has not said whether the money was taken.',
  approve: 'If a request is on the phone that pays, approve it there with the PIN.',
  doNotPayAgain:
    'Please do not pay again: we keep checking, and the votes count as soon as the payment is confirmed.',
  cardNeverSent: 'The card was never sent to the bank, so nothing was charged.',
  failed: (reason) => `It was not completed: ${reason}.`,
  notTaken: 'According to the payment service, no money was taken.',
  payAgain: 'You can pay again.',
  startAgain: 'Start again to vote.',
  votingClosed: 'Voting has closed.',
  stillChecked:
    'We keep checking: if the money was taken after all, the votes are counted automatically.',
  reason: {
    declined: 'the request was declined on the phone',
    'insufficient-funds': 'there was not enough money in the account',
    expired: 'it was not approved in time',
    'wrong-pin': 'the PIN was wrong',
    'limit-reached': 'the limit of the account or card was reached',
    'no-wallet': 'the number has no Mobile Money account',
    'wallet-inactive': 'the Mobile Money account of this number is not active or is blocked',
    'unsupported-operator': 'this mobile operator is not accepted',
    unavailable: 'the payment service did not respond',
    'expired-card': 'the card has expired',
    'wrong-cvc': 'the security code of the card was wrong',
    'processing-error': 'the bank reported an error',
    'authentication-failed': 'the bank could not confirm who was paying',
    unknown: 'the payment service gave no reason',
  },
  cardDeclined: 'the bank declined the card',
  refunded: 'The money was refunded, and the votes were withdrawn: they no longer count.',
  disputed:
    'Your bank took the money back for you, and the votes were withdrawn: they no longer count.',
  afterClosing:
    'The card was charged after voting had closed: the votes do not count, and the money is refunded to the card automatically.',
  banks: 'Banks take five to ten days to show the money.',
  reference: (reference) => `Reference of the transfer: ${reference}.`,
  inPart: (amount) => `${amount} of it was refunded; all the votes still count.`,
  refundPending:
    'A refund has been requested: the votes are withdrawn when the payment service confirms it.',
  refundFailed:
    'Your bank sent the refund back to us, so you do not have the money yet. The organisers will return it another way.',
  lookedInto:
    'The organisers are still checking something about it; there is nothing for you to do.',
  whereIsTheMoney: 'The organisers are finding out where the money is. Please do not pay again.',
};

const fr: Sentences = {
  payment: ({ amount, method, lastDigits, votes, time }) =>
    `Votre paiement de ${amount} par ${method === 'card' ? 'carte' : 'Mobile Money'}${
      lastDigits ? ` (numéro finissant par ${lastDigits})` : ''
    } pour ${votes} a été lancé le ${time}.`,
  votes: (count, formatted, artists) =>
    `${formatted} ${count < 2 ? 'vote' : 'votes'} en faveur de ${artists}`,
  counted: (time, code) =>
    `Il a abouti, et les votes ont été comptés le ${time}. Code du reçu : ${code}.`,
  nothingToDo: 'Il n’y a plus rien à faire.',
  noResult:
    'Il n’y a pas encore de résultat : le service de paiement n’a pas dit si l’argent a été prélevé.',
  approve: 'Si une demande est arrivée sur le téléphone qui paie, validez-la avec le code secret.',
  doNotPayAgain:
    'Ne payez pas une deuxième fois : nous continuons à vérifier, et les votes compteront dès que le paiement sera confirmé.',
  cardNeverSent: 'La carte n’a jamais été envoyée à la banque : rien n’a été débité.',
  failed: (reason) => `Il n’a pas abouti : ${reason}.`,
  notTaken: 'Selon le service de paiement, l’argent n’a pas été prélevé.',
  payAgain: 'Vous pouvez payer à nouveau.',
  startAgain: 'Recommencez pour voter.',
  votingClosed: 'Les votes sont clos.',
  stillChecked:
    'Nous continuons à vérifier : si l’argent a tout de même été prélevé, les votes seront comptés automatiquement.',
  reason: {
    declined: 'la demande a été refusée sur le téléphone',
    'insufficient-funds': 'le solde du compte était insuffisant',
    expired: 'il n’a pas été validé à temps',
    'wrong-pin': 'le code secret était incorrect',
    'limit-reached': 'le plafond du compte ou de la carte était atteint',
    'no-wallet': 'le numéro n’a pas de compte Mobile Money',
    'wallet-inactive': 'le compte Mobile Money de ce numéro n’est pas actif ou est bloqué',
    'unsupported-operator': 'cet opérateur n’est pas accepté',
    unavailable: 'le service de paiement n’a pas répondu',
    'expired-card': 'la carte a expiré',
    'wrong-cvc': 'le code de sécurité de la carte était incorrect',
    'processing-error': 'la banque a signalé une erreur',
    'authentication-failed': 'la banque n’a pas pu confirmer l’identité du payeur',
    unknown: 'le service de paiement n’a pas donné de raison',
  },
  cardDeclined: 'la banque a refusé la carte',
  refunded: 'L’argent a été remboursé, et les votes ont été retirés : ils ne comptent plus.',
  disputed:
    'Votre banque a repris l’argent pour vous, et les votes ont été retirés : ils ne comptent plus.',
  afterClosing:
    'La carte a été débitée après la clôture des votes : ces votes ne comptent pas, et l’argent est remboursé automatiquement sur la carte.',
  banks: 'Les banques mettent cinq à dix jours à afficher l’argent.',
  reference: (reference) => `Référence du transfert : ${reference}.`,
  inPart: (amount) => `${amount} ont été remboursés ; tous les votes comptent encore.`,
  refundPending:
    'Un remboursement a été demandé : les votes seront retirés quand le service de paiement l’aura confirmé.',
  refundFailed:
    'Votre banque nous a renvoyé le remboursement : vous n’avez pas encore l’argent. Les organisateurs vous le rendront autrement.',
  lookedInto: 'Les organisateurs vérifient encore un point à son sujet ; vous n’avez rien à faire.',
  whereIsTheMoney: 'Les organisateurs cherchent où est l’argent. Ne payez pas une deuxième fois.',
};

const SENTENCES: Record<Language, Sentences> = { en, fr };

/** Digits of a number that are said: enough to recognise one's own. */
const SAID_DIGITS = 4;
/** The money is refunded without anyone's help. */
const isSettledAlone = (flag: string) => flag === 'paid-after-closing';

/**
 * Says in words for the payer what became of a payment and what happens next, to be read out on the
 * phone or sent as a message. Without personal data, but for the last digits of the number.
 * @param timezone of the event
 */
export function paymentWords(facts: PaymentFacts, language: Language, timezone: string): string {
  const { method, money, votes, artists, startedAt, phoneNumber } = facts;
  const say = SENTENCES[language];
  const time = (instant: string) => formatMoment(instant, language, timezone);
  const number = new Intl.NumberFormat(language).format(votes);
  const opening = say.payment({
    amount: formatMoney(money, language),
    method,
    lastDigits: phoneNumber?.slice(-SAID_DIGITS) ?? null,
    votes: say.votes(votes, number, artists.join(', ')),
    time: time(startedAt),
  });
  return [opening, ...stateOf(facts, say, { language, time })].join(' ');
}

interface Formats {
  language: Language;
  time: (instant: string) => string;
}

function stateOf(facts: PaymentFacts, say: Sentences, formats: Formats): string[] {
  const needsReview = facts.flags.some((flag) => !isSettledAlone(flag));
  if (facts.status === 'completed') return completedState(facts, say, { ...formats, needsReview });
  if (facts.failureReason === AFTER_CLOSING || facts.completedAt !== null) {
    return reversedState(facts, say);
  }
  if (needsReview) return [say.noResult, say.whereIsTheMoney];
  return facts.status === 'pending' ? pendingState(facts, say) : failedState(facts, say);
}

function completedState(
  { completedAt, receiptCode, money, returnedInPart, isRefundPending }: PaymentFacts,
  say: Sentences,
  { language, time, needsReview }: Formats & { needsReview: boolean },
): string[] {
  const { currency }: { currency: Currency } = money;
  return [
    say.counted(time(completedAt ?? ''), receiptCode ?? ''),
    ...(returnedInPart > 0
      ? [say.inPart(formatMoney({ amountMinor: returnedInPart, currency }, language))]
      : []),
    isRefundPending ? say.refundPending : needsReview ? say.lookedInto : say.nothingToDo,
  ];
}

function reversedState(
  { failureReason, method, refundReference, flags }: PaymentFacts,
  say: Sentences,
): string[] {
  if (flags.includes('refund-failed')) return [say.refundFailed];
  if (failureReason === AFTER_CLOSING) return [say.afterClosing, say.banks];
  return [
    failureReason === 'disputed' ? say.disputed : say.refunded,
    ...(method === 'card' ? [say.banks] : []),
    ...(refundReference === null ? [] : [say.reference(refundReference)]),
  ];
}

function pendingState(
  { method, attemptedAt, isVotingOpen }: PaymentFacts,
  say: Sentences,
): string[] {
  if (method === 'card') {
    return attemptedAt === null
      ? [say.cardNeverSent, isVotingOpen ? say.startAgain : say.votingClosed]
      : [say.noResult, say.doNotPayAgain];
  }
  return [say.noResult, say.approve, say.doNotPayAgain];
}

function failedState(
  { failureReason, method, isChecked, isVotingOpen }: PaymentFacts,
  say: Sentences,
): string[] {
  const reason =
    failureReason === 'declined' && method === 'card'
      ? say.cardDeclined
      : say.reason[isUnpaid(failureReason) ? failureReason : 'unknown'];
  return [
    say.failed(reason),
    say.notTaken,
    isVotingOpen ? say.payAgain : say.votingClosed,
    ...(isChecked ? [say.stillChecked] : []),
  ];
}

const isUnpaid = (reason: FailureReason | null): reason is UnpaidReason =>
  reason !== null && reason in en.reason;

/** Formats a moment in the event's time zone, which is named. In French the first is "1er". */
function formatMoment(instant: string, language: Language, timezone: string): string {
  const text = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timezone,
    timeZoneName: 'short',
  }).format(new Date(instant));
  return language === 'fr' ? text.replace(/^1 /, '1er ') : text;
}
