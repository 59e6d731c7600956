import { texts } from './texts';

/**
 * What runs in the browser. Text, not a compiled function: it is served as it stands here, however
 * the server is bundled. It uses no template literals, so that nothing in it needs escaping.
 */
const behaviour = String.raw`
const base = new URL('.', document.currentScript.src).pathname;
const query = new URLSearchParams(location.search);
const onlyNumber = (query.get('number') || '').replace(/\D/g, '');
const byId = (id) => document.getElementById(id);

let language = firstLanguage();
let prompts = [];
let messages = [];
/** Server's clock minus ours: the countdown must not depend on how this device is set. */
let clockAhead = 0;
let openId = null;
let isFirstLook = true;
let lastSeen = '';
/** Requests the owner has put aside; they stay in the list and do not open by themselves. */
const ignored = new Set();
/** Requests answered here; a look that was under way at that moment may still bring them back. */
const answered = new Set();
const announced = new Set();

// ---- language -------------------------------------------------------------------------------

function firstLanguage() {
  const isKnown = (value) => value === 'en' || value === 'fr';
  const asked = query.get('lang');
  if (isKnown(asked)) return asked;
  const kept = readKept();
  if (isKnown(kept)) return kept;
  return document.documentElement.lang;
}

/** Storage can be closed to us (private windows, blocked cookies); the page works without it. */
function readKept() {
  try {
    return localStorage.getItem('language');
  } catch {
    return null;
  }
}

function keep(value) {
  try {
    localStorage.setItem('language', value);
  } catch {
    return;
  }
}

function text(key, values) {
  const gaps = values || {};
  return texts[language][key].replace(/\{(\w+)\}/g, (gap, name) => gaps[name] || gap);
}

function chooseLanguage(value) {
  language = value;
  keep(value);
  if (query.has('lang')) {
    query.set('lang', value);
    history.replaceState(null, '', '?' + query);
  }
  draw();
}

const locale = () => (language === 'fr' ? 'fr-CM' : 'en-CM');
const money = (one) =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency: one.currency }).format(one.amount);
const timeOf = (at) =>
  new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(at);
/** 237677123456 as +237 6 77 12 34 56, kept on one line. */
const spelled = (number) =>
  number.replace(/^237(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '+237 $1 $2 $3 $4 $5').replace(/ /g, '\u00A0');

// ---- drawing --------------------------------------------------------------------------------

function element(tag, className, content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (typeof content === 'string') made.textContent = content;
  else if (content) made.append(...content);
  return made;
}

function disc(operator) {
  const made = element('span', 'operator-disc ' + operatorClass(operator), discText(operator));
  made.setAttribute('aria-hidden', 'true');
  return made;
}

const operatorClass = (operator) => (operator === 'MTN' ? 'is-mtn' : 'is-orange');
const operatorName = (operator) => (operator === 'MTN' ? 'MTN MoMo' : 'Orange Money');
const discText = (operator) => (operator === 'MTN' ? 'MTN' : 'OM');

function draw() {
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll('[data-text]')) {
    one.textContent = text(one.dataset.text);
  }
  for (const one of document.querySelectorAll('[data-label]')) {
    one.setAttribute('aria-label', text(one.dataset.label));
  }
  for (const one of document.querySelectorAll('[data-language]')) {
    one.setAttribute('aria-pressed', String(one.dataset.language === language));
  }
  byId('filter').hidden = onlyNumber === '';
  byId('filter-number').textContent = text('filter.only', { number: spelled(onlyNumber) });
  drawTitle();
  drawClock();
  drawRequests();
  drawMessages();
  drawRequest();
}

function drawTitle() {
  const title = text('page.title');
  document.title = prompts.length > 0 ? '(' + prompts.length + ') ' + title : title;
}

function drawClock() {
  const now = Date.now();
  byId('status-time').textContent = timeOf(now);
  byId('clock-time').textContent = timeOf(now);
  const day = { weekday: 'long', day: 'numeric', month: 'long' };
  byId('clock-date').textContent = new Intl.DateTimeFormat(locale(), day).format(now);
}

function drawRequests() {
  byId('quiet').hidden = prompts.length > 0;
  byId('requests').replaceChildren(...prompts.map(requestRow));
}

function requestRow(prompt) {
  const answer = element('button', 'answer', text('home.open'));
  answer.type = 'button';
  answer.setAttribute('aria-label', text('home.open') + ' ' + prompt.merchant + ', ' + money(prompt));
  answer.addEventListener('click', () => open(prompt.id));
  const about = element('p', 'about', [
    element('strong', '', money(prompt)),
    element('span', '', prompt.merchant),
    element('span', 'number', spelled(prompt.number)),
  ]);
  return element('li', '', [disc(prompt.operator), about, answer]);
}

function drawMessages() {
  byId('no-messages').hidden = messages.length > 0;
  byId('messages').replaceChildren(...messages.slice(0, 5).map(messageRow));
}

function messageRow(message) {
  const time = element('time', '', timeOf(message.at));
  time.dateTime = new Date(message.at).toISOString();
  const head = element('p', 'message-head', [
    element('strong', '', operatorName(message.operator)),
    time,
  ]);
  const number = element('p', 'number', spelled(message.number));
  const body = element('p', 'message-text', messageText(message));
  return element('li', 'is-' + message.kind, [
    disc(message.operator),
    element('div', 'bubble', [head, number, body]),
  ]);
}

function messageText(message) {
  return text('message.' + message.kind, {
    amount: money(message),
    merchant: message.merchant,
    reference: message.operatorReference,
  });
}

function drawRequest() {
  const prompt = prompts.find((one) => one.id === openId);
  byId('request').hidden = !prompt;
  byId('home').inert = Boolean(prompt);
  if (!prompt) return;
  byId('request').className = 'request ' + operatorClass(prompt.operator);
  byId('request-disc').textContent = discText(prompt.operator);
  byId('request-operator').textContent = operatorName(prompt.operator);
  byId('request-merchant').textContent = text('request.merchant', { merchant: prompt.merchant });
  byId('request-amount').textContent = money(prompt);
  byId('request-number').textContent = spelled(prompt.number);
  drawCountdown(prompt);
  drawPin();
}

function drawCountdown(prompt) {
  const left = Math.max(0, Math.round((prompt.expiresAt - Date.now() - clockAhead) / 1000));
  const seconds = String(left % 60).padStart(2, '0');
  byId('request-countdown').textContent = Math.floor(left / 60) + ':' + seconds;
}

function drawPin() {
  const entered = byId('pin').value.length;
  document.querySelectorAll('.pin-slot').forEach((slot, index) => {
    slot.classList.toggle('is-filled', index < entered);
  });
  byId('approve').disabled = entered < 4;
}

// ---- answering ------------------------------------------------------------------------------

function open(id) {
  openId = id;
  ignored.delete(id);
  byId('pin').value = '';
  byId('problem').textContent = '';
  drawRequest();
  byId('pin').focus({ preventScroll: true });
}

/** Closes the request; the next one that waits opens by itself. */
function close() {
  const hadFocus = byId('request').contains(document.activeElement);
  openId = null;
  drawRequest();
  openNext();
  if (hadFocus && openId === null) byId('messages-title').focus({ preventScroll: true });
}

function openNext() {
  const next = prompts.find((prompt) => !ignored.has(prompt.id));
  if (openId !== null || !next) return;
  const isIdle = document.activeElement === document.body || byId('home').contains(document.activeElement);
  if (isIdle) {
    open(next.id);
    return;
  }
  // The focus is elsewhere on the page: show the request and leave the focus there.
  openId = next.id;
  byId('pin').value = '';
  drawRequest();
}

function type(digit) {
  byId('pin').value = (byId('pin').value + digit).slice(0, 4);
  drawPin();
}

function erase() {
  byId('pin').value = byId('pin').value.slice(0, -1);
  drawPin();
}

async function answer(choice) {
  const id = openId;
  try {
    const response = await fetch(base + 'prompts/' + encodeURIComponent(id) + '/answer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(choice),
    });
    if (!response.ok) {
      byId('problem').textContent = text('request.gone');
      return;
    }
  } catch {
    byId('problem').textContent = text('phone.offline');
    return;
  }
  answered.add(id);
  prompts = prompts.filter((prompt) => prompt.id !== id);
  close();
  await look();
}

byId('request').addEventListener('submit', (event) => {
  event.preventDefault();
  answer({ answer: 'approve', pin: byId('pin').value });
});
byId('decline').addEventListener('click', () => answer({ answer: 'decline' }));
byId('ignore').addEventListener('click', () => {
  ignored.add(openId);
  close();
});
byId('pin').addEventListener('input', () => {
  byId('pin').value = byId('pin').value.replace(/\D/g, '');
  drawPin();
});
byId('erase').addEventListener('click', erase);
for (const key of document.querySelectorAll('[data-digit]')) {
  key.addEventListener('click', () => type(key.dataset.digit));
}
// After a key on the screen was pressed, the keyboard works as well.
byId('request').addEventListener('keydown', (event) => {
  if (event.target === byId('pin')) return;
  if (/^[0-9]$/.test(event.key)) type(event.key);
  if (event.key === 'Backspace') erase();
});
for (const one of document.querySelectorAll('[data-language]')) {
  one.addEventListener('click', () => chooseLanguage(one.dataset.language));
}

// ---- looking --------------------------------------------------------------------------------

async function look() {
  try {
    const response = await fetch(base + 'prompts' + (onlyNumber ? '?number=' + onlyNumber : ''));
    if (!response.ok) throw new Error(String(response.status));
    show(await response.json());
    say('offline', '');
  } catch {
    say('offline', text('phone.offline'));
  }
}

/** Draws only what has changed, so that a button stays in place while it is pressed. */
function show(seen) {
  clockAhead = seen.now - Date.now();
  const fingerprint = JSON.stringify([seen.prompts, seen.messages]);
  if (fingerprint === lastSeen) return;
  lastSeen = fingerprint;
  prompts = seen.prompts.filter((prompt) => !answered.has(prompt.id));
  messages = seen.messages;
  announce();
  drawTitle();
  drawRequests();
  drawMessages();
  if (openId !== null && !prompts.some((prompt) => prompt.id === openId)) close();
  openNext();
  isFirstLook = false;
}

/** Says what is new to those who listen; old messages are not news when the page has just opened. */
function announce() {
  const news = [];
  for (const message of messages) {
    if (!announced.has(message.id) && !isFirstLook) news.push(messageText(message));
    announced.add(message.id);
  }
  for (const prompt of prompts) {
    const about = { merchant: prompt.merchant, amount: money(prompt) };
    if (!announced.has(prompt.id)) news.push(text('live.new', about));
    announced.add(prompt.id);
  }
  if (news.length > 0) say('live', news.join(' '));
}

/** A live region speaks when its text changes; setting the same text again would repeat it. */
function say(id, words) {
  if (byId(id).textContent !== words) byId(id).textContent = words;
}

async function keepLooking() {
  await look();
  setTimeout(keepLooking, 1000);
}

setInterval(() => {
  drawClock();
  const prompt = prompts.find((one) => one.id === openId);
  if (prompt) drawCountdown(prompt);
}, 1000);

draw();
keepLooking();
`;

/** In a function's scope, so that the page's names and the browser's do not meet. */
export const phoneScript = `(() => {
'use strict';
const texts = ${JSON.stringify(texts)};
${behaviour}
})();
`;
