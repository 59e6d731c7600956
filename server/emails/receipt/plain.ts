import { emailText } from './texts';
import type { ReceiptWords } from './words';

export function renderText(words: ReceiptWords): string {
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
