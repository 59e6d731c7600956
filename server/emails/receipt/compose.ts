import type { Language } from '#shared/domain/localized';
import type { ReceiptFacts } from './facts';
import { renderHtml } from './html';
import { shortened } from './one-line';
import { renderText } from './plain';
import { emailText } from './texts';
import { type Site, wordsOf } from './words';

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
