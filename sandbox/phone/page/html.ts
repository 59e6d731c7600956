import { escapeHtml, type Query, queryOf, renderFrame, timeOf } from '#sandbox/page/html';
import { filled, type Language } from '#sandbox/page/language';
import { BEHAVIOUR_BY_ENDING } from '../number-behaviour';
import type { Operator } from '../operators';
import type { Message, Prompt } from '../phone';
import { type PhoneText, texts } from './texts';

interface PhonePage {
  /** Path of the page; its script and style are below it. */
  base: string;
  language: Language;
  /** Name of the event. */
  brand: string;
  /** Parameters of the address: a single `number`, the `open` prompt, the language. */
  query: Query;
  /** Newest first, like the messages. */
  prompts: readonly Prompt[];
  messages: readonly Message[];
  /** A provider's own test numbers, while they take precedence over the endings. */
  testNumbers: readonly TestNumber[];
}

export interface TestNumber {
  /** `2376XXXXXXXX` */
  number: string;
  isPaying: boolean;
}

type Translate = (key: PhoneText, values?: Readonly<Record<string, string>>) => string;

const OPERATOR_NAMES: Readonly<Record<Operator, string>> = {
  MTN: 'MTN MoMo',
  Orange: 'Orange Money',
};

/**
 * Renders the page on which PIN prompts are answered; its script sends answers and adds new
 * prompts.
 */
export function renderPhonePage(page: PhonePage): string {
  const { base, language, brand, prompts, messages, query } = page;
  const translate: Translate = (key, values = {}) =>
    escapeHtml(filled(texts[language][key], values));
  const { open, lang: _lang, ...otherParameters } = query;
  const opened = prompts.find(({ id }) => id === open) ?? prompts[0];
  const filter = query.number
    ? `<p>${translate('filter.only', { number: formatPhone(query.number) })} <a href="${base}">${translate('filter.all')}</a></p>`
    : '';
  const row = (prompt: Prompt) => {
    const announcement = translate('live.new', {
      merchant: prompt.merchant,
      amount: money(prompt, language),
    });
    const isOpened = prompt === opened ? ' aria-current="true"' : '';
    return `<li id="${escapeHtml(prompt.id)}" data-news="${announcement}">
          <a class="row" href="${queryOf({ ...query, open: prompt.id })}"${isOpened}>
            <strong>${money(prompt, language)}</strong> ${formatPhone(prompt.number)} ${timeOf(prompt.openedAt, language)}
          </a>
        </li>`;
  };
  return renderFrame({
    language,
    title: texts[language].title,
    brand,
    style: `${base}/phone.css`,
    script: `${base}/phone.js`,
    query: otherParameters,
    main: `<div class="columns">
      <section aria-labelledby="asked-title">
        ${filter}
        <h2 id="asked-title">${translate('requests')}</h2>
        <div id="asked" tabindex="-1" data-live>${opened ? renderPrompt(opened, page, translate) : `<p class="card">${translate('empty')}</p>`}</div>
        <ul id="requests" tabindex="-1" data-live>${prompts.map(row).join('\n')}</ul>
        <h2>${translate('messages')}</h2>
        <ul id="messages" tabindex="-1" data-live>${messages
          .slice(0, 5)
          .map((message) => renderMessage(message, language, translate))
          .join('\n')}</ul>
      </section>
      <section>
        <p>${translate('lead')}</p>
        <p class="ways"><a href="/">${translate('votes')}</a> <a href="${base.replace(/[^/]+$/, 'inbox')}">${translate('inbox')}</a> <a href="${base.replace(/[^/]+$/, 'providers')}">${translate('providers')}</a></p>
        ${renderHelp(page, translate)}
      </section>
    </div>`,
  });
}

function renderPrompt(prompt: Prompt, { base, language }: PhonePage, translate: Translate): string {
  const { id, operator, merchant, number, expiresAt } = prompt;
  const key = (digit: number) =>
    `<button type="button" class="key" data-digit="${digit}">${digit}</button>`;
  return `<form class="card" id="request" action="${base}/prompts/${encodeURIComponent(id)}/answer" data-open="${escapeHtml(id)}" data-gone="${translate('request.gone')}">
          <p>${OPERATOR_NAMES[operator]} · ${translate('request.until')} ${timeOf(expiresAt, language)}</p>
          <p>${translate('request.merchant', { merchant })}<br><strong>${money(prompt, language)}</strong><br>${formatPhone(number)}</p>
          <p><label for="pin">${translate('request.pin')}</label>
            <input id="pin" type="password" inputmode="none" pattern="[0-9]{4}" maxlength="4" autocomplete="off" required></p>
          <div class="keypad" role="group" aria-label="${translate('request.keypad')}">
            ${[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map(key).join('\n')}
            <button type="button" class="key" id="erase" aria-label="${translate('request.erase')}">⌫</button>
          </div>
          <p class="problem" id="problem" role="alert"></p>
          <p class="actions">
            <button class="main" id="approve" value="approve">${translate('request.approve')}</button>
            <button class="plain" id="decline" value="decline" formnovalidate>${translate('request.decline')}</button>
          </p>
        </form>`;
}

function renderMessage(message: Message, language: Language, translate: Translate): string {
  const { id, kind, merchant, operator, number, operatorReference, at } = message;
  const reference = operatorReference ?? '';
  const text = translate(`message.${kind}`, {
    amount: money(message, language),
    merchant,
    reference,
  });
  return `<li class="card" id="${escapeHtml(id)}" data-news="${text}">
          <p><strong>${OPERATOR_NAMES[operator]}</strong> ${formatPhone(number)} ${timeOf(at, language)}</p>
          <p>${text}</p>
        </li>`;
}

function renderHelp({ testNumbers }: PhonePage, translate: Translate): string {
  const row = (number: string, effect: PhoneText) =>
    `<tr><th scope="row">${number}</th><td>${translate(effect)}</td></tr>`;
  const rows = [
    ...testNumbers.map(({ number, isPaying }) =>
      row(number.replace(/^237/, ''), isPaying ? 'help.approves' : 'help.fails'),
    ),
    ...Object.entries(BEHAVIOUR_BY_ENDING)
      .sort()
      .map(([ending, behaviour]) => row(`…${ending}`, `help.${behaviour}`)),
  ];
  return `<h2>${translate('help.title')}</h2>
        <p>${translate('help.lead')}</p>
        ${testNumbers.length > 0 ? `<p>${translate('help.testNumbers')}</p>` : ''}
        <table>
          <thead><tr><th scope="col">${translate('help.ending')}</th><th scope="col">${translate('help.effect')}</th></tr></thead>
          <tbody>${rows.join('\n')}</tbody>
        </table>`;
}

const money = ({ amount, currency }: Prompt | Message, language: Language): string =>
  new Intl.NumberFormat(`${language}-CM`, { style: 'currency', currency }).format(amount);

/** Formats 237677123456 as +237 6 77 12 34 56, without line breaks. */
const formatPhone = (number: string): string =>
  escapeHtml(
    number
      .replace(/^237(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '+237 $1 $2 $3 $4 $5')
      .replaceAll(' ', '\u00A0'),
  );
