import { DEMO_ACCOUNTS, type DemoAccount } from '../accounts';
import { type Language, type SignInText, texts } from './texts';

interface Page {
  /** Where the provider is mounted; the page's style lies below. */
  base: string;
  language: Language;
}

interface AccountsPage extends Page {
  /** The name of the event. */
  brand: string;
  /** Of the sign-in under way. */
  uid: string;
}

/** Who would you like to be? It works without a script. */
export function renderAccounts({ base, language, brand, uid }: AccountsPage): string {
  const say = (key: SignInText) => escapeHtml(texts[language][key]);
  const action = escapeHtml(`${base}/interaction/${uid}`);
  const account = ({ role, claims }: DemoAccount) => `
          <button class="account" name="account" value="${role}">
            <span class="initial" aria-hidden="true">${escapeHtml(claims.given_name.charAt(0))}</span>
            <span class="who">
              <strong>${escapeHtml(claims.name)}</strong>
              <span class="role">${say(`role.${role}`)}</span>
              <span class="about">${say(`role.${role}.about`)}</span>
            </span>
          </button>`;
  return pageOf({
    base,
    language,
    title: say('title'),
    above: `<nav class="languages" aria-label="${say('language')}">
        ${languageLink('en', 'English', language)}
        ${languageLink('fr', 'Français', language)}
      </nav>
      <p class="brand">${escapeHtml(brand)}</p>`,
    content: `<p class="lead">${say('lead')}</p>
      <form method="post" action="${action}">${DEMO_ACCOUNTS.map(account).join('')}
        <button class="cancel">${say('cancel')}</button>
      </form>`,
  });
}

const languageLink = (language: Language, name: string, current: Language) =>
  `<a href="?lang=${language}" lang="${language}"${language === current ? ' aria-current="true"' : ''}>${name}</a>`;

/**
 * Between the site's sign-out and the provider's.
 * @param form the provider's own, which names what is to end; HTML
 */
export function renderLeaving({ base, language, form }: Page & { form: string }): string {
  const say = (key: SignInText) => escapeHtml(texts[language][key]);
  return pageOf({
    base,
    language,
    title: say('leave.title'),
    content: `<p class="lead">${say('leave.text')}</p>
      ${form}
      <button class="main" form="op.logoutForm" name="logout" value="yes" data-leave>${say('leave.button')}</button>
      <script src="${base}/leave.js"></script>`,
  });
}

/** @param code the provider's; null for a sign-in that is over */
export function renderProblem({ base, language, code }: Page & { code: string | null }): string {
  const say = (key: SignInText) => escapeHtml(texts[language][key]);
  const text =
    code === null ? say('gone.text') : say('problem.text').replace('{code}', escapeHtml(code));
  return pageOf({
    base,
    language,
    title: say(code === null ? 'gone.title' : 'problem.title'),
    content: `<p class="lead">${text}</p>
      <a class="main" href="/">${say('back')}</a>`,
  });
}

interface Parts extends Page {
  title: string;
  above?: string;
  content: string;
}

const pageOf = ({ base, language, title, above = '', content }: Parts) => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="theme-color" content="#120B1E">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="stylesheet" href="${base}/sign-in.css">
  </head>
  <body>
    <main>
      ${above}
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
