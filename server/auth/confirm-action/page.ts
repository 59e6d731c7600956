import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/platform/escape-html';
import type { Language } from '#shared/domain/localized';
import { texts } from './texts';

/** The action to confirm. */
export type ConfirmedAction = 'login' | 'logout';

const STYLE = `
:root { color-scheme: dark; }
body {
  display: grid; min-height: 100dvh; margin: 0; padding: 16px; box-sizing: border-box;
  place-items: center; background: #120B1E; color: #F7F2FF;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 28rem; }
h1 { margin: 0; font-size: 24px; line-height: 1.2; }
button, a { display: inline-flex; min-height: 48px; align-items: center; font: inherit; font-weight: 700; }
button { padding: 0 24px; border: 0; border-radius: 999px; background: #F5B82E; color: #120B1E; cursor: pointer; }
a { margin-top: 8px; color: #F5B82E; text-underline-offset: 3px; }
:focus-visible { outline: 3px solid #F5B82E; outline-offset: 3px; }
`;

/**
 * Allows only the page's style and its icon, which browsers request on their own. `form-action` is
 * not set: browsers apply it to every redirect that follows, and those after the provider's are
 * outside our control.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface ConfirmationPage {
  wish: ConfirmedAction;
  language: Language;
  /** Target of the button: a path of this site with its query. */
  action: string;
}

/** Asks the user to confirm what another site has requested. Works without scripts. */
export function renderConfirmation({ wish, language, action }: ConfirmationPage): string {
  const text = texts[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${text[`${wish}.title`]}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${text[`${wish}.title`]}</h1>
      <p>${text[`${wish}.lead`]}</p>
      <form method="post" action="${escapeHtml(action)}">
        <button>${text[`${wish}.button`]}</button>
      </form>
      <a href="/">${text.leave}</a>
    </main>
  </body>
</html>
`;
}
