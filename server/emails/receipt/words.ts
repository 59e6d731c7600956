import { type Language, localized } from '#shared/domain/localized';
import { formatMoney } from '#shared/domain/money-text';
import type { ReceiptFacts } from './facts';
import { oneLine } from './one-line';
import { emailText, pluralText } from './texts';

/** What is the same for every receipt. */
export interface Site {
  /** Origin of our pages. */
  publicUrl: string;
  event: { name: string; year: string; timezone: string };
}

/** Everything that is said, in the voter's language and ready to be laid out. */
export type ReceiptWords = ReturnType<typeof wordsOf>;

export function wordsOf(facts: ReceiptFacts, { publicUrl, event }: Site) {
  const { language, payment, artist, votesByCategory, money, method, completedAt } = facts;
  const text = (key: Parameters<typeof emailText>[1]) => emailText(language, key);
  return {
    language,
    event: oneLine(`${event.name} ${event.year}`),
    heading: pluralText(language, 'heading', payment.totalVotes),
    lead: text('lead'),
    votedFor: text('votedFor'),
    artist: oneLine(artist.name),
    votes: pluralText(language, 'votes', payment.totalVotes),
    byCategory: text('byCategory'),
    categories: votesByCategory.map(({ categoryName, categoryNameFr, voteCount }) => ({
      name: oneLine(localized(language, categoryName, categoryNameFr)),
      votes: pluralText(language, 'votes', voteCount),
    })),
    details: [
      { label: text('amount'), value: formatMoney(money, language) },
      { label: text('method'), value: text(`method.${method}`) },
      { label: text('date'), value: formatMoment(completedAt, language, event.timezone) },
    ],
    code: { label: text('code'), value: `#${payment.receiptCode}` },
    view: {
      label: text('view'),
      url: `${publicUrl}/my-receipts?code=${encodeURIComponent(payment.receiptCode)}`,
    },
    notes: [text('keep'), text('why')],
  };
}

/** On the event's own clock; named, because the mail does not know where it is read. */
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
