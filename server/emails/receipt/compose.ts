import type { Language } from '#shared/domain/localized';
import { shortened } from '#shared/domain/one-line';
import type { Attachment } from './attachments';
import type { ReceiptFacts } from './facts';
import { renderNotice, renderReceipt } from './html';
import { emailText } from './texts';
import {
  type MailWords,
  type NoticeWords,
  type ReceiptWords,
  receiptWords,
  type Site,
} from './words';

/** @param parts between the heading and the notes, a paragraph each */
const textOf = (words: MailWords, parts: readonly string[]): string =>
  [words.event, `${words.heading}\n${words.lead}`, ...parts, words.notes.join('\n\n')].join('\n\n');

const colonOf = ({ language }: MailWords) => (language === 'fr' ? '\u00a0:' : ':');

const linesOf = (words: MailWords, lines: MailWords['details']): string =>
  lines.map(({ label, value }) => `${label}${colonOf(words)} ${value}`).join('\n');

function receiptText(words: ReceiptWords): string {
  const colon = colonOf(words);
  return textOf(words, [
    `${words.votedFor}${colon} ${words.artist}\n${words.votes}`,
    [
      `${words.byCategory}${colon}`,
      ...words.categories.map(({ name, votes }) => `- ${name}${colon} ${votes}`),
    ].join('\n'),
    linesOf(words, [...words.details, words.code]),
    `${words.entry.label}\n${words.entry.url}`,
    `${emailText(words.language, 'viewAt')}\n${words.view.url}`,
  ]);
}

export interface Email {
  language: Language;
  sender: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
}

const MAX_NAME_LENGTH_IN_SUBJECT = 60;

export function composeReceiptEmail(
  facts: ReceiptFacts,
  site: Site,
  attachments: Attachment[] = [],
): Email {
  const { language } = facts;
  const words = receiptWords(
    facts,
    site,
    attachments.map(({ kind }) => kind),
  );
  return {
    language,
    sender: words.sender,
    subject: emailText(language, 'subject', {
      code: facts.payment.receiptCode,
      votes: words.votes,
      artist: shortened(words.artist, MAX_NAME_LENGTH_IN_SUBJECT),
    }),
    text: receiptText(words),
    html: renderReceipt(words),
    attachments,
  };
}

/** Composes the notice that money is being or was returned. */
export const composeNotice = (words: NoticeWords): Email => ({
  language: words.language,
  sender: words.sender,
  subject: words.subject,
  text: textOf(words, [linesOf(words, words.details)]),
  html: renderNotice(words),
});
