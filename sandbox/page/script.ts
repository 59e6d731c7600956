/**
 * The script of a page that refreshes itself: it loads the page again every second and replaces the
 * elements with `data-live` that have changed. Text, not a compiled function: it is served
 * unchanged, however the server is bundled.
 * @param own further code of this page; `look()` refreshes it at once
 */
export const liveScript = (own = '') => `(() => {
'use strict';
const language = document.documentElement.lang;
const query = new URLSearchParams(location.search);
const live = document.getElementById('live');

// The language chosen anywhere on this site, unless the address names one.
try {
  const kept = localStorage.getItem('language');
  if (!query.has('lang') && (kept === 'en' || kept === 'fr') && kept !== language) {
    query.set('lang', kept);
    location.replace('?' + query);
    return;
  }
  for (const link of document.querySelectorAll('[data-language]')) {
    link.addEventListener('click', () => localStorage.setItem('language', link.dataset.language));
  }
} catch {
  // Storage can be closed to us (private windows, blocked cookies); the links work without it.
}

function showLocalTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    const style = 'long' in time.dataset ? { dateStyle: 'long', timeStyle: 'medium' } : { timeStyle: 'short' };
    time.textContent = new Intl.DateTimeFormat(language, style).format(new Date(time.dateTime));
  }
}

/** What the server last sent of each live element, by its id. */
const sent = new Map();
/** Ids of the elements whose news have been announced. */
const told = new Set();

function noteNews(page) {
  const news = [...page.querySelectorAll('[data-news]')].filter(({ id }) => !told.has(id));
  for (const { id } of news) told.add(id);
  return news.map((one) => one.dataset.news).join(' ');
}

function takeOver(fresh) {
  const source = fresh.outerHTML;
  if (sent.get(fresh.id) === source) return;
  sent.set(fresh.id, source);
  showLocalTimes(fresh);
  const current = document.getElementById(fresh.id);
  const focused = current.contains(document.activeElement) ? document.activeElement : null;
  current.replaceWith(fresh);
  if (!focused) return;
  const href = focused.getAttribute('href');
  const same = href && fresh.querySelector('a[href="' + CSS.escape(href) + '"]');
  (same || fresh).focus({ preventScroll: true });
}

async function look() {
  const url = new URL(location.href);
  // What is open stays open, whatever has come since.
  const open = document.querySelector('[data-open]');
  if (open) url.searchParams.set('open', open.dataset.open);
  let text;
  try {
    text = await (await fetch(url)).text();
  } catch {
    // The server may be restarting; the next look finds it.
    live.textContent = document.body.dataset.offline;
    return;
  }
  const page = new DOMParser().parseFromString(text, 'text/html');
  const news = noteNews(page);
  if (news || live.textContent === document.body.dataset.offline) live.textContent = news;
  for (const fresh of page.querySelectorAll('[data-live]')) takeOver(fresh);
}

async function keepLooking() {
  await look();
  setTimeout(keepLooking, 1000);
}

for (const element of document.querySelectorAll('[data-live]')) sent.set(element.id, element.outerHTML);
noteNews(document);
showLocalTimes(document);
${own}
setTimeout(keepLooking, 1000);
})();
`;
