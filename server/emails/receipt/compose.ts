import type { Language } from '#shared/domain/localized';
import type { ReceiptFacts } from './facts';
import { renderHtml } from './html';
import { shortened } from './one-line';
import { emailText } from './texts';
import { type ReceiptWords, type Site, wordsOf } from './words';

function renderText(words: ReceiptWords): string {
  const colon = words.language === 'fr' ? '\u00a0:' : ':';
  const line = ({ label, value }: { label: string; value: string }) => `${label}${colon} ${value}`;
  return [
    words.event,
    `${words.heading}\n${words.lead}`,
    `${words.votedFor}${colon} ${words.artist}\n${words.votes}`,
    [
      `${words.byCategory}${colon}`,
      ...words.categories.map(({ name, votes }) => `- ${name}${colon} ${votes}`),
    ].join('\n'),
    [...words.details, words.code].map(line).join('\n'),
    `${emailText(words.language, 'viewAt')}\n${words.view.url}`,
    words.notes.join('\n\n'),
  ].join('\n\n');
}

export interface ReceiptEmail {
  language: Language;
  subject: string;
  text: string;
  html: string;
}

const LONGEST_NAME_IN_SUBJECT = 60;

export function composeReceiptEmail(facts: ReceiptFacts, site: Site): ReceiptEmail {
  const { language } = facts;
  const words = wordsOf(facts, site);
  return {
    language,
    subject: emailText(language, 'subject', {
      code: facts.payment.receiptCode,
      votes: words.votes,
      artist: shortened(words.artist, LONGEST_NAME_IN_SUBJECT),
    }),
    text: renderText(words),
    html: renderHtml(words),
  };
}
