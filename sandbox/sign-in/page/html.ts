import { escapeHtml, renderFrame } from '#sandbox/page/html';
import { filled, type Language } from '#sandbox/page/language';
import { DEMO_ACCOUNTS, type DemoAccount } from '../accounts';
import { type SignInText, texts } from './texts';

interface Page {
  /** Path of the provider; the page's style is below it. */
  base: string;
  language: Language;
}

interface AccountsPage extends Page {
  /** Name of the event. */
  brand: string;
  /** Id of the sign-in in progress. */
  uid: string;
  /** True when the application requests one. */
  asksSecondFactor: boolean;
}

/** Offers the accounts, and a way back without signing in. Works without a script. */
export function renderAccounts({
  base,
  language,
  brand,
  uid,
  asksSecondFactor,
}: AccountsPage): string {
  const translate = (key: SignInText) => escapeHtml(texts[language][key]);
  const button = ({ account, claims }: DemoAccount) => `
        <button class="account" name="account" value="${account}">
          <strong>${escapeHtml(claims.name)}</strong><br>${translate(`role.${account}`)}<br>
          <span class="quiet">${translate(`role.${account}.about`)}</span>
        </button>`;
  return renderFrame({
    language,
    title: texts[language].title,
    brand,
    style: `${base}/sign-in.css`,
    query: {},
    main: `<form class="narrow" method="post" action="${escapeHtml(`${base}/interaction/${uid}`)}">
        <p class="quiet">${translate('lead')}</p>${
          asksSecondFactor
            ? `
        <label class="quiet"><input type="checkbox" name="secondFactor" checked> ${translate('secondFactor')}</label>`
            : ''
        }${DEMO_ACCOUNTS.map(button).join('')}
        <button class="plain">${translate('cancel')}</button>
      </form>`,
  });
}

/**
 * Shown between the site's sign-out and the provider's.
 * @param form the provider's own, which identifies the session to end; HTML
 */
export function renderLeaving({ base, language, form }: Page & { form: string }): string {
  const translate = (key: SignInText) => escapeHtml(texts[language][key]);
  return renderFrame({
    language,
    title: texts[language]['leave.title'],
    style: `${base}/sign-in.css`,
    script: `${base}/leave.js`,
    main: `<p>${translate('leave.text')}</p>
      ${form}
      <button class="main" form="op.logoutForm" name="logout" value="yes" data-leave>${translate('leave.button')}</button>`,
  });
}

/** @param code the provider's; null for an expired sign-in */
export function renderProblem({ base, language, code }: Page & { code: string | null }): string {
  const words = texts[language];
  return renderFrame({
    language,
    title: words[code === null ? 'gone.title' : 'problem.title'],
    style: `${base}/sign-in.css`,
    main: `<p>${escapeHtml(code === null ? words['gone.text'] : filled(words['problem.text'], { code }))}</p>
      <p><a class="main" href="/">${escapeHtml(words.back)}</a></p>`,
  });
}
