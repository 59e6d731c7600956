import { escapeHtml } from '../../escape-html';
import { BEHAVIOUR_BY_ENDING } from '../number-behaviour';
import { type Language, type PhoneText, phoneText } from './texts';

interface PhonePage {
  /** Where the page is mounted; its script and style lie below. */
  base: string;
  language: Language;
  /** The name of the event. */
  brand: string;
  /** A provider's own test numbers, while they come before the endings. */
  testNumbers?: readonly TestNumber[];
}

export interface TestNumber {
  /** `2376XXXXXXXX` */
  number: string;
  isPaying: boolean;
}

/**
 * The page as it is before its script runs. Elements with `data-text` are drawn again when the
 * language changes; what the phone shows is drawn by the script.
 */
export function renderPhonePage({ base, language, brand, testNumbers = [] }: PhonePage): string {
  const text = (key: PhoneText) => `data-text="${key}">${escapeHtml(phoneText(language, key))}`;
  const label = (key: PhoneText) =>
    `data-label="${key}" aria-label="${escapeHtml(phoneText(language, key))}"`;

  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="theme-color" content="#120B1E">
    <meta name="robots" content="noindex">
    <title ${text('page.title')}</title>
    <link rel="stylesheet" href="${base}/phone.css">
    <script src="${base}/phone.js" defer></script>
  </head>
  <body>
    <a class="skip" href="#phone" ${text('page.skip')}</a>
    <header class="top">
      <div class="top-title">
        <p class="brand">${escapeHtml(brand)}</p>
        <h1 ${text('page.title')}</h1>
      </div>
      <div class="languages" role="group" ${label('page.language')}>
        <button type="button" lang="en" data-language="en" aria-label="English">EN</button>
        <button type="button" lang="fr" data-language="fr" aria-label="Français">FR</button>
      </div>
    </header>

    <main class="stage">
      <section class="phone" id="phone" tabindex="-1" ${label('phone.label')}>
        <div class="screen">
          <div class="status-bar" aria-hidden="true">
            <span id="status-time"></span>
            <span class="camera"></span>
            ${STATUS_ICONS}
          </div>

          <div class="home" id="home">
            <p class="clock" aria-hidden="true">
              <span class="clock-time" id="clock-time"></span>
              <span class="clock-date" id="clock-date"></span>
            </p>
            <p class="filter" id="filter" hidden>
              <span id="filter-number"></span>
              <a href="${base}" ${text('filter.all')}</a>
            </p>
            <p class="offline" id="offline" role="status"></p>

            <h2 ${text('home.requests')}</h2>
            <ul class="requests" id="requests"></ul>
            <div class="quiet" id="quiet">
              ${QUIET_ICON}
              <p class="quiet-title" ${text('home.empty.title')}</p>
              <p ${text('home.empty.text')}</p>
            </div>

            <h2 id="messages-title" tabindex="-1" ${text('home.messages')}</h2>
            <ul class="messages" id="messages"></ul>
            <p class="hint" id="no-messages" ${text('home.noMessages')}</p>
          </div>

          <form class="request" id="request" aria-labelledby="request-title" hidden>
            <div class="request-head">
              <span class="operator-disc" id="request-disc" aria-hidden="true"></span>
              <p>
                <strong id="request-operator"></strong>
                <span id="request-title" ${text('request.title')}</span>
              </p>
              <p class="closes">
                <span ${text('request.closes')}</span>
                <strong id="request-countdown"></strong>
              </p>
            </div>
            <div class="request-body">
              <p class="request-merchant" id="request-merchant"></p>
              <p class="request-amount" id="request-amount"></p>
              <p class="request-number">
                <span ${text('request.number')}</span> <span id="request-number"></span>
              </p>

              <label class="pin-label" for="pin" ${text('request.pin')}</label>
              <div class="pin">
                <input id="pin" type="password" inputmode="none" pattern="[0-9]{4}" maxlength="4"
                  autocomplete="one-time-code" required>
                <span class="pin-slot"></span><span class="pin-slot"></span>
                <span class="pin-slot"></span><span class="pin-slot"></span>
              </div>
              <div class="keypad" role="group" ${label('request.keypad')}>
                ${['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map(digitKey).join('\n')}
                <button type="button" class="key key-erase" id="erase" ${label('request.erase')}>
                  ${ERASE_ICON}
                </button>
              </div>
              <p class="problem" id="problem" role="alert"></p>
              <div class="actions">
                <button type="button" class="decline" id="decline" ${text('request.decline')}</button>
                <button type="submit" class="approve" id="approve" disabled ${text('request.approve')}</button>
              </div>
              <button type="button" class="ignore" id="ignore" ${text('request.ignore')}</button>
            </div>
          </form>
        </div>
      </section>

      <section class="intro">
        <h2 ${text('page.heading')}</h2>
        <p class="lead" ${text('page.lead')}</p>
        <ol class="steps">
          <li ${text('page.step.start')}</li>
          <li ${text('page.step.answer')}</li>
          <li ${text('page.step.pin')}</li>
        </ol>
        <p class="ways">
          <a href="/" ${text('page.votes')}</a>
          <a href="${base.replace(/[^/]+$/, 'inbox')}" ${text('page.inbox')}</a>
        </p>
      </section>

      <section class="help">
        <h2 ${text('help.title')}</h2>
        <p ${text('help.lead')}</p>
        ${testNumbers.length > 0 ? `<p ${text('help.testNumbers')}</p>` : ''}
        <table>
          <thead>
            <tr>
              <th scope="col" ${text('help.ending')}</th>
              <th scope="col" ${text('help.effect')}</th>
            </tr>
          </thead>
          <tbody>
            ${testNumbers
              .map(
                ({ number, isPaying }) =>
                  `<tr><th scope="row">${number.replace(/^237/, '')}</th><td ${text(isPaying ? 'help.approves' : 'help.fails')}</td></tr>`,
              )
              .join('\n')}
            ${Object.entries(BEHAVIOUR_BY_ENDING)
              .sort()
              .map(
                ([ending, behaviour]) =>
                  `<tr><th scope="row">…${ending}</th><td ${text(`help.${behaviour}`)}</td></tr>`,
              )
              .join('\n')}
          </tbody>
        </table>
      </section>
    </main>
    <p class="visually-hidden" id="live" aria-live="polite"></p>
  </body>
</html>
`;
}

function digitKey(digit: string): string {
  return `<button type="button" class="key" data-digit="${digit}">${digit}</button>`;
}

const STATUS_ICONS = `<svg class="status-icons" viewBox="0 0 54 14" width="54" height="14">
              <path d="M1 13V9h3v4zM6 13V6h3v7zM11 13V3h3v10zM16 13V0h3v13z"/>
              <path class="line" d="M27.5 2.5h19a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-19a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2z"/>
              <path d="M28 5h14v4H28zM50 5.5h2v3h-2z"/>
            </svg>`;

const QUIET_ICON = `<svg class="quiet-icon" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
                <path d="M44 37.5A19 19 0 0 1 26.5 20a19 19 0 0 1 1-6A19 19 0 1 0 50 36.5a19 19 0 0 1-6 1z"/>
                <path class="star" d="m44 14 1.8 4.2L50 20l-4.2 1.8L44 26l-1.8-4.2L38 20l4.2-1.8z"/>
                <path class="star" d="m54 27 1 2.2 2.2 1-2.2 1-1 2.2-1-2.2-2.2-1 2.2-1z"/>
              </svg>`;

const ERASE_ICON = `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                    <path d="M9 5h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9l-6-7zM12 9.5l5 5m0-5-5 5"/>
                  </svg>`;
