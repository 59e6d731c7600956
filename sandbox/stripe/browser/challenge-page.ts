import type { Language } from '../../phone/page/texts';
import { BANK_MARK } from './style';
import { type BrowserText, browserText } from './texts';

export interface ChallengePage {
  language: Language;
  /** Where the page is mounted; its style lies beside it. */
  base: string;
  /** Of the question that is asked. */
  attempt: string;
  amount: string;
  last4: string;
}

/** A bank's page outside the site: it works without a script. */
export function renderChallengePage({ language, base, attempt, amount, last4 }: ChallengePage) {
  const say = (key: BrowserText) => escapeHtml(browserText(language, key, { amount, last4 }));
  return pageOf(
    language,
    base,
    say('bank.title'),
    `<p>${say('bank.question')}</p>
        <p class="bank-note">${say('bank.note')}</p>
        <form class="bank-actions" method="post" action="${base}/challenge">
          <input type="hidden" name="attempt" value="${escapeHtml(attempt)}">
          <button name="outcome" value="refused">${say('bank.refuse')}</button>
          <button name="outcome" value="approved" class="is-main">${say('bank.approve')}</button>
        </form>`,
  );
}

/** The page of a challenge that was answered or given up. */
export function renderClosedChallenge(language: Language, base: string): string {
  const say = (key: BrowserText) => escapeHtml(browserText(language, key));
  return pageOf(
    language,
    base,
    say('bank.gone'),
    `<p class="bank-actions"><a class="is-main" href="/">${say('bank.back')}</a></p>`,
  );
}

function pageOf(language: Language, base: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="stylesheet" href="${base}/challenge.css">
  </head>
  <body>
    <main class="bank">
      <p class="bank-head">${BANK_MARK} 3-D Secure</p>
      <div class="bank-body">
        <h1 class="bank-title">${title}</h1>
        ${content}
      </div>
    </main>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
