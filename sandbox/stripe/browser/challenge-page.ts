import { escapeHtml, renderFrame } from '#sandbox/page/html';
import type { Language } from '#sandbox/page/language';
import { type BrowserText, browserText } from './texts';

export interface ChallengePage {
  language: Language;
  /** Path of the page; its style is beside it. */
  base: string;
  /** Id of the challenge. */
  attempt: string;
  amount: string;
  last4: string;
}

/** Renders a bank's page outside the site; works without a script. */
export function renderChallengePage({ language, base, attempt, amount, last4 }: ChallengePage) {
  const translate = (key: BrowserText) => escapeHtml(browserText(language, key, { amount, last4 }));
  return renderFrame({
    language,
    title: browserText(language, 'bank.title'),
    brand: '3-D Secure',
    style: `${base}/challenge.css`,
    main: `<form class="narrow" method="post" action="${base}/challenge">
        <p>${translate('bank.question')}</p>
        <p class="quiet">${translate('bank.note')}</p>
        <input type="hidden" name="attempt" value="${escapeHtml(attempt)}">
        <button class="main" name="outcome" value="approved">${translate('bank.approve')}</button>
        <button class="plain" name="outcome" value="refused">${translate('bank.refuse')}</button>
      </form>`,
  });
}

/** Renders the page of a challenge that was answered or has expired. */
export const renderClosedChallenge = (language: Language, base: string): string =>
  renderFrame({
    language,
    title: browserText(language, 'bank.gone'),
    brand: '3-D Secure',
    style: `${base}/challenge.css`,
    main: `<p><a class="main" href="/">${escapeHtml(browserText(language, 'bank.back'))}</a></p>`,
  });
