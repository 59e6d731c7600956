import { escapeHtml, renderFrame } from '#sandbox/page/html';
import type { Language } from '#sandbox/page/language';
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
  return renderFrame({
    language,
    title: browserText(language, 'bank.title'),
    brand: '3-D Secure',
    style: `${base}/challenge.css`,
    main: `<form class="narrow" method="post" action="${base}/challenge">
        <p>${say('bank.question')}</p>
        <p class="quiet">${say('bank.note')}</p>
        <input type="hidden" name="attempt" value="${escapeHtml(attempt)}">
        <button class="main" name="outcome" value="approved">${say('bank.approve')}</button>
        <button class="plain" name="outcome" value="refused">${say('bank.refuse')}</button>
      </form>`,
  });
}

/** The page of a challenge that was answered or given up. */
export const renderClosedChallenge = (language: Language, base: string): string =>
  renderFrame({
    language,
    title: browserText(language, 'bank.gone'),
    brand: '3-D Secure',
    style: `${base}/challenge.css`,
    main: `<p><a class="main" href="/">${escapeHtml(browserText(language, 'bank.back'))}</a></p>`,
  });
