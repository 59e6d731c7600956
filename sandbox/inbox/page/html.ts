import { escapeHtml } from '../../escape-html';
import type { Language } from '../../phone/page/texts';
import type { InboxMessage } from '../message';
import { type InboxText, texts } from './texts';

export type MessageView = 'html' | 'text';

interface InboxPage {
  /** Where the inbox is mounted; its script and style lie below. */
  base: string;
  language: Language;
  /** Whether the address names the language; then so do the links. */
  isLanguageInAddress: boolean;
  /** The name of the event. */
  brand: string;
  messages: readonly InboxMessage[];
  opened: { message: InboxMessage; view: MessageView } | 'gone' | null;
}

/** Works without its script, which only brings in what arrives while one looks. */
export function renderInboxPage(page: InboxPage): string {
  const { base, language, brand, opened } = page;
  const text = (key: InboxText) => escapeHtml(texts[language][key]);
  const title =
    typeof opened === 'object' && opened ? subjectOf(opened.message, page) : text('title');
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="theme-color" content="#120B1E">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="stylesheet" href="${base}/inbox.css">
    <script src="${base}/inbox.js" defer></script>
  </head>
  <body data-base="${base}" data-new="${text('new')}">
    <a class="skip" href="#inbox">${text('skip')}</a>
    <header class="top">
      <div class="top-title">
        <p class="brand">${escapeHtml(brand)}</p>
        <h1>${text('title')}</h1>
      </div>
      <nav class="languages" aria-label="${text('language')}">
        ${languageLink('en', 'EN', 'English', page)}
        ${languageLink('fr', 'FR', 'Français', page)}
      </nav>
    </header>
    <main class="inbox${opened ? ' is-open' : ''}" id="inbox" tabindex="-1">
      <section class="list" aria-labelledby="list-title">
        <p class="lead">${text('lead')}</p>
        <h2 id="list-title">${text('messages')}</h2>
        <div id="messages">${renderList(page, text)}</div>
        <p class="ways"><a href="${base.replace(/[^/]+$/, 'phone')}">${text('phone')}</a> <a href="/">${text('votes')}</a></p>
      </section>
      ${renderOpened(page, text)}
    </main>
    <p class="visually-hidden" id="live" aria-live="polite"></p>
  </body>
</html>
`;
}

type Say = (key: InboxText) => string;

function renderList(page: InboxPage, text: Say): string {
  const { messages, opened } = page;
  if (messages.length === 0) {
    return `<div class="quiet"><p class="quiet-title">${text('empty.title')}</p><p>${text('empty.text')}</p></div>`;
  }
  const openedId = typeof opened === 'object' ? opened?.message.id : undefined;
  const items = messages.map((message) => {
    const isCurrent = message.id === openedId ? ' aria-current="page"' : '';
    return `<li><a href="${addressOf(page, message)}"${isCurrent}>
      <span class="line"><span class="to">${escapeHtml(message.recipients.join(', '))}</span> ${time(message, page.language)}</span>
      <span class="subject">${subjectOf(message, page)}</span>
    </a></li>`;
  });
  return `<ul data-newest="${messages[0]?.id ?? ''}">${items.join('\n')}</ul>`;
}

function renderOpened(page: InboxPage, text: Say): string {
  const { opened, base, language } = page;
  if (!opened) {
    return `<section class="message is-empty"><p class="quiet-title">${text('choose.title')}</p></section>`;
  }
  const back = `<a class="back" href="${base}${languageQuery(page)}">${text('back')}</a>`;
  if (opened === 'gone') {
    return `<section class="message is-empty">${back}<p class="quiet-title">${text('gone.title')}</p><p>${text('gone.text')}</p></section>`;
  }
  const { message, view } = opened;
  const { name, address } = message.from;
  const tab = (key: MessageView) => {
    const isCurrent = key === view ? ' aria-current="page"' : '';
    return `<a href="${addressOf(page, message, key)}"${isCurrent}>${text(`view.${key}`)}</a>`;
  };
  return `<article class="message" aria-labelledby="subject">
        ${back}
        <h2 id="subject">${subjectOf(message, page)}</h2>
        <dl>
          <div><dt>${text('from')}</dt><dd>${escapeHtml(name ? `${name} <${address}>` : address)}</dd></div>
          <div><dt>${text('to')}</dt><dd>${escapeHtml(message.recipients.join(', '))}</dd></div>
          <div><dt>${text('received')}</dt><dd>${time(message, language, true)}</dd></div>
        </dl>
        <div class="bar">
          <nav class="views" aria-label="${text('view')}">${tab('html')} ${tab('text')}</nav>
          <a class="raw" href="${base}/messages/${message.id}/raw" download>${text('raw')}</a>
        </div>
        ${renderBody(page, message, view, text)}
      </article>`;
}

function renderBody({ base }: InboxPage, message: InboxMessage, view: MessageView, text: Say) {
  if (message[view] === '') return `<p class="quiet-title">${text('noText')}</p>`;
  return view === 'text'
    ? `<pre tabindex="0">${escapeHtml(message.text)}</pre>`
    : `<iframe title="${text('view.html.title')}" src="${base}/messages/${message.id}/html"
          sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

const subjectOf = ({ subject }: InboxMessage, { language }: InboxPage) =>
  escapeHtml(subject || texts[language].noSubject);

const languageQuery = ({ isLanguageInAddress, language }: InboxPage) =>
  isLanguageInAddress ? `?lang=${language}` : '';

function addressOf(page: InboxPage, { id }: InboxMessage, view: MessageView = 'html'): string {
  const query = new URLSearchParams({
    ...(view === 'text' ? { view } : {}),
    ...(page.isLanguageInAddress ? { lang: page.language } : {}),
  });
  return escapeHtml(`${page.base}/messages/${id}${query.size > 0 ? `?${query}` : ''}`);
}

function languageLink(language: Language, short: string, name: string, page: InboxPage): string {
  const { opened } = page;
  const query = new URLSearchParams({
    ...(typeof opened === 'object' && opened?.view === 'text' ? { view: 'text' } : {}),
    lang: language,
  });
  const isCurrent = language === page.language ? ' aria-current="true"' : '';
  return `<a href="${escapeHtml(`?${query}`)}" lang="${language}" data-language="${language}" aria-label="${name}"${isCurrent}>${short}</a>`;
}

/** On this machine's clock; the script puts it on the reader's. */
function time({ receivedAt }: InboxMessage, language: Language, isLong = false): string {
  const shown = new Intl.DateTimeFormat(
    language,
    isLong ? { dateStyle: 'long', timeStyle: 'medium' } : { timeStyle: 'short' },
  ).format(receivedAt);
  return `<time datetime="${receivedAt.toISOString()}"${isLong ? ' data-long' : ''}>${escapeHtml(shown)}</time>`;
}
