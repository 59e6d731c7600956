import { escapeHtml, queryOf, renderFrame, timeOf } from '#sandbox/page/html';
import { filled, type Language } from '#sandbox/page/language';
import type { InboxMessage } from '../message';
import { type InboxText, texts } from './texts';

export type MessageView = 'html' | 'text';

interface InboxPage {
  /** Path of the inbox; its script and style are below it. */
  base: string;
  language: Language;
  /** True when the address contains the language, which the links then keep. */
  isLanguageInAddress: boolean;
  /** Name of the event. */
  brand: string;
  messages: readonly InboxMessage[];
  opened: { message: InboxMessage; view: MessageView } | 'gone' | null;
}

type Translate = (key: InboxText) => string;

/** Works without its script, which only adds new messages while the page is open. */
export function renderInboxPage(page: InboxPage): string {
  const { base, language, brand, opened } = page;
  const translate: Translate = (key) => escapeHtml(texts[language][key]);
  return renderFrame({
    language,
    title: texts[language].title,
    brand,
    style: `${base}/inbox.css`,
    script: `${base}/inbox.js`,
    query: { view: typeof opened === 'object' ? viewIn(opened?.view) : undefined },
    main: `<div class="columns is-mail${opened ? ' is-open' : ''}">
      <section class="list" aria-labelledby="list-title">
        <p class="quiet">${translate('lead')}</p>
        <h2 id="list-title">${translate('messages')}</h2>
        <div id="messages" tabindex="-1" data-live>${renderList(page, translate)}</div>
        <p class="ways"><a href="${base.replace(/[^/]+$/, 'phone')}">${translate('phone')}</a> <a href="/">${translate('votes')}</a></p>
      </section>
      ${renderOpened(page, translate)}
    </div>`,
  });
}

function renderList(page: InboxPage, translate: Translate): string {
  const { messages, opened, language } = page;
  if (messages.length === 0)
    return `<p class="card">${translate('empty.title')}. ${translate('empty.text')}</p>`;
  const openedMessage = typeof opened === 'object' ? opened?.message : undefined;
  const items = messages.map((message) => {
    const subject = subjectOf(message, language);
    const announcement = escapeHtml(filled(texts[language].new, { subject }));
    const isCurrent = message === openedMessage ? ' aria-current="page"' : '';
    return `<li id="mail-${message.id}" data-news="${announcement}"><a class="row" href="${addressOf(page, message)}"${isCurrent}>
      ${escapeHtml(message.recipients.join(', '))} ${timeOf(message.receivedAt, language)}<br>${escapeHtml(subject)}
    </a></li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}

function renderOpened(page: InboxPage, translate: Translate): string {
  const { opened, base, language } = page;
  if (!opened) return '';
  const lang = page.isLanguageInAddress ? language : undefined;
  const back = `<p><a href="${base}${queryOf({ lang })}">${translate('back')}</a></p>`;
  if (opened === 'gone') {
    return `<section>${back}<h2>${translate('gone.title')}</h2><p>${translate('gone.text')}</p></section>`;
  }
  const { message, view } = opened;
  const { name, address } = message.from;
  const tab = (key: MessageView) => {
    const isCurrent = key === view ? ' aria-current="page"' : '';
    return `<a href="${addressOf(page, message, key)}"${isCurrent}>${translate(`view.${key}`)}</a>`;
  };
  return `<article aria-labelledby="subject">
        ${back}
        <h2 id="subject">${escapeHtml(subjectOf(message, language))}</h2>
        <dl>
          <div><dt>${translate('from')}</dt><dd>${escapeHtml(name ? `${name} <${address}>` : address)}</dd></div>
          <div><dt>${translate('to')}</dt><dd>${escapeHtml(message.recipients.join(', '))}</dd></div>
          <div><dt>${translate('received')}</dt><dd>${timeOf(message.receivedAt, language, true)}</dd></div>
        </dl>
        <p class="ways">
          ${tab('html')} ${tab('text')}
          <a href="${base}/messages/${message.id}/raw" download>${translate('raw')}</a>
        </p>
        ${renderBody(page, message, view, translate)}
      </article>`;
}

function renderBody(
  { base }: InboxPage,
  message: InboxMessage,
  view: MessageView,
  translate: Translate,
) {
  if (message[view] === '') return `<p>${translate('noText')}</p>`;
  return view === 'text'
    ? `<pre tabindex="0">${escapeHtml(message.text)}</pre>`
    : `<iframe title="${translate('view.html.title')}" src="${base}/messages/${message.id}/html"
          sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

const subjectOf = ({ subject }: InboxMessage, language: Language) =>
  subject || texts[language].noSubject;

/** The default view is omitted from addresses. */
const viewIn = (view: MessageView | undefined) => (view === 'text' ? view : undefined);

function addressOf(page: InboxPage, { id }: InboxMessage, view?: MessageView): string {
  const lang = page.isLanguageInAddress ? page.language : undefined;
  return `${page.base}/messages/${id}${queryOf({ view: viewIn(view), lang })}`;
}
