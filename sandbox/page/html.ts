import type { Language } from './language';

/** Escapes for text and for attributes in double quotes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export type Query = Readonly<Record<string, string | undefined>>;

/** Returns an escaped query string; empty without parameters. */
export function queryOf(parameters: Query): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size > 0 ? escapeHtml(`?${query}`) : '';
}

/** Formats a time in this machine's time zone; the page's script converts it to the reader's. */
export function timeOf(at: Date | number, language: Language, isLong = false): string {
  const moment = new Date(at);
  const shown = new Intl.DateTimeFormat(
    language,
    isLong ? { dateStyle: 'long', timeStyle: 'medium' } : { timeStyle: 'short' },
  ).format(moment);
  return `<time datetime="${moment.toISOString()}"${isLong ? ' data-long' : ''}>${escapeHtml(shown)}</time>`;
}

interface Frame {
  language: Language;
  title: string;
  /** Name of the event. */
  brand?: string;
  /** Address of the style, and of the script of a page that refreshes itself. */
  style: string;
  script?: string;
  /**
   * Parameters kept in the address when the language is changed; without them there is no language
   * choice.
   */
  query?: Query;
  /** HTML. */
  main: string;
}

/** The frame of all sandbox pages. Nothing is inline or from other origins. */
export const renderFrame = ({ language, title, brand = '', style, script, query, main }: Frame) =>
  `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="${style}">
    ${script === undefined ? '' : `<script src="${script}" defer></script>`}
  </head>
  <body data-offline="${OFFLINE[language]}">
    <header>
      <div>
        <p class="brand">${escapeHtml(brand)}</p>
        <h1>${escapeHtml(title)}</h1>
      </div>
      ${query === undefined ? '' : renderLanguages(language, query)}
    </header>
    <main>
      ${main}
    </main>
    <p id="live" aria-live="polite"></p>
  </body>
</html>
`;

const OFFLINE: Readonly<Record<Language, string>> = {
  en: 'Connection lost, retrying…',
  fr: 'Connexion perdue, nouvelle tentative…',
};

const renderLanguages = (language: Language, query: Query) => {
  const link = (lang: Language, name: string) => {
    const isCurrent = lang === language ? ' aria-current="true"' : '';
    return `<a href="${queryOf({ ...query, lang })}" lang="${lang}" data-language="${lang}"${isCurrent}>${name}</a>`;
  };
  return `<nav class="languages" aria-label="${language === 'fr' ? 'Langue' : 'Language'}">
        ${link('en', 'English')} ${link('fr', 'Français')}
      </nav>`;
};
