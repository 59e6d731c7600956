import type { EventSettings } from '#shared/contracts/event-settings';
import { editionTitle } from '#shared/domain/editions';
import { type Language, localized } from '#shared/domain/localized';
import { formatMoney } from '#shared/domain/money-text';
import { oneLine } from '#shared/domain/one-line';
import { votedFor } from '#shared/domain/voted-for';
import type { Attachment } from './attachments';
import type { ReceiptFacts, RefundFacts, ReturnFacts } from './facts';
import { emailText, pluralText } from './texts';

/** Data common to all receipts. */
export interface Site {
  /** Origin of the site's pages. */
  publicUrl: string;
  event: Pick<
    EventSettings,
    'name' | 'nameFr' | 'year' | 'timezone' | 'contact' | 'organiser' | 'refunds'
  >;
  /** True when the money is not real and other people may receive these messages. */
  isTest: boolean;
}

/** Texts common to all mails, in the voter's language and ready for the layout. */
export interface MailWords {
  language: Language;
  event: string;
  /** The event's name alone. */
  sender: string;
  heading: string;
  lead: string;
  details: { label: string; value: string }[];
  notes: string[];
}

export type ReceiptWords = ReturnType<typeof receiptWords>;
/** Texts of a mail that only reports what happened to the money. */
export interface NoticeWords extends MailWords {
  subject: string;
}

/** Notice that a charge after closing is being refunded. */
export function lateWords(facts: ReturnFacts, { publicUrl, event }: Site): NoticeWords {
  const { language, paymentId, money, settledAt } = facts;
  const amount = formatMoney(money, language);
  const text = (key: Parameters<typeof emailText>[1], values = {}) =>
    emailText(language, key, values);
  const url = `${publicUrl}/payment-help`;
  return {
    language,
    event: eventText(event, language),
    sender: oneLine(localized(language, event.name, event.nameFr)),
    subject: text('late.subject', { amount }),
    heading: text('late.heading'),
    lead: text('late.lead'),
    details: [
      { label: text('amount'), value: amount },
      { label: text('date'), value: formatMoment(settledAt, language, event.timezone) },
      { label: text('late.reference'), value: paymentId },
    ],
    notes: [text('late.where', { url }), ...organiserNotes(event, language), text('why')],
  };
}

/** Notice that the money was returned, and what happened to the votes. */
export function refundWords(facts: RefundFacts, { publicUrl, event, isTest }: Site): NoticeWords {
  const { language, money, receiptCode, refundedAt, reference, reason, method, entries } = facts;
  const text = (key: Parameters<typeof emailText>[1], values = {}) =>
    emailText(language, key, values);
  const amount = formatMoney(money, language);
  const url = receiptCode && `${publicUrl}/my-receipts?code=${encodeURIComponent(receiptCode)}`;
  return {
    language,
    event: eventText(event, language),
    sender: oneLine(localized(language, event.name, event.nameFr)),
    subject: text('refund.subject', { amount }),
    heading: text('refund.heading'),
    lead: text(receiptCode === null ? 'refund.uncounted' : `refund.${reason}`),
    details: [
      { label: text('amount'), value: amount },
      {
        label: text('refund.date'),
        value: formatMoment(refundedAt, language, event.timezone),
      },
      ...(reference === null
        ? []
        : [{ label: text('refund.reference'), value: oneLine(reference) }]),
      ...(receiptCode === null ? [] : [{ label: text('code'), value: `#${receiptCode}` }]),
    ],
    notes: [
      ...(isTest ? [text('onlyATest')] : []),
      ...(method === 'card' ? [text('refund.banks')] : []),
      ...(url === null ? [] : [text('late.where', { url })]),
      ...(entries === null
        ? []
        : [
            text('refund.entries', {
              entry: formatEntryNumber(entries.counted, language),
              takenBack: formatEntryNumber(entries.takenBack, language),
              url: countUrl(publicUrl, event),
            }),
          ]),
      ...organiserNotes(event, language),
      text('why'),
    ],
  };
}

/** @param attached the attachments, in the order in which they are mentioned */
export function receiptWords(
  facts: ReceiptFacts,
  { publicUrl, event, isTest }: Site,
  attached: readonly Attachment['kind'][] = [],
) {
  const { language, payment, artist, votesByCategory, money, method, completedAt } = facts;
  const text = (key: Parameters<typeof emailText>[1], values = {}) =>
    emailText(language, key, values);
  const { entry } = payment;
  return {
    language,
    event: eventText(event, language),
    sender: oneLine(localized(language, event.name, event.nameFr)),
    heading: pluralText(language, 'heading', payment.totalVotes),
    lead: text(isTest ? 'onlyATest' : 'lead'),
    votedFor: text('votedFor'),
    artist: oneLine(artist.name),
    votes: pluralText(language, 'votes', payment.totalVotes),
    byCategory: text('byCategory'),
    categories: votesByCategory.map(({ voteCount, ...line }) => ({
      name: oneLine(votedFor(language, line)),
      votes: pluralText(language, 'votes', voteCount),
    })),
    details: [
      { label: text('amount'), value: formatMoney(money, language) },
      { label: text('method'), value: text(`method.${method}`) },
      { label: text('date'), value: formatMoment(completedAt, language, event.timezone) },
    ],
    code: { label: text('code'), value: `#${payment.receiptCode}` },
    entry: {
      label:
        entry === null
          ? text('entering')
          : text('entry', { entry: formatEntryNumber(entry, language) }),
      url: countUrl(publicUrl, event),
    },
    view: {
      label: text('view'),
      url: `${publicUrl}/my-receipts?code=${encodeURIComponent(payment.receiptCode)}`,
    },
    notes: [
      text('keep'),
      ...attached.map((kind) => text(`attached.${kind}`)),
      ...organiserNotes(event, language),
      text('why'),
    ],
  } satisfies MailWords & Record<string, unknown>;
}

/** The open count of the payment's edition, which may be archived when the link is followed. */
const countUrl = (publicUrl: string, { year }: Site['event']) =>
  `${publicUrl}/count?edition=${year}`;

/** Indexes in the log start at 0, the numbers of entries at 1. */
const formatEntryNumber = (index: number, language: Language): string =>
  new Intl.NumberFormat(language).format(index + 1);

const eventText = (event: Site['event'], language: Language): string =>
  oneLine(editionTitle(language, event));

/** Returns who receives the money, the refund terms, and the contact; omits what is not set. */
function organiserNotes(
  { organiser, refunds, contact: { email, phone, whatsapp } }: Site['event'],
  language: Language,
): string[] {
  const contacts = [email, phone, whatsapp && `WhatsApp ${whatsapp}`].filter(
    (contact) => contact !== null,
  );
  return [
    ...[organiser[language], refunds[language]].filter((text) => text !== null).map(oneLine),
    ...(contacts.length === 0
      ? []
      : [emailText(language, 'contact', { contact: oneLine(contacts.join(', ')) })]),
  ];
}

/** In the event's time zone, which is named because the reader's zone is unknown. */
const formatMoment = (moment: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(moment);
