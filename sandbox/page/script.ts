/**
 * The script of a page that refreshes itself: it loads the page again every second and replaces the
 * elements with `data-live` that have changed. Text, not a compiled function: it is served
 * unchanged, however the server is bundled.
 * @param pageScript further code of this page; `refresh()` loads it again at once
 */
export const liveScript = (pageScript = '') => `(() => {
'use strict';
const language = document.documentElement.lang;
const query = new URLSearchParams(location.search);
const live = document.getElementById('live');

// The language chosen anywhere on this site, unless the address names one.
try {
  const savedLanguage = localStorage.getItem('language');
  if (!query.has('lang') && (savedLanguage === 'en' || savedLanguage === 'fr') && savedLanguage !== language) {
    query.set('lang', savedLanguage);
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
const announcedIds = new Set();

function takeNews(page) {
  const news = [...page.querySelectorAll('[data-news]')].filter(({ id }) => !announcedIds.has(id));
  for (const { id } of news) announcedIds.add(id);
  return news.map((one) => one.dataset.news).join(' ');
}

function replaceElement(fresh) {
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

async function refresh() {
  const url = new URL(location.href);
  // What is open stays open, whatever has come since.
  const open = document.querySelector('[data-open]');
  if (open) url.searchParams.set('open', open.dataset.open);
  let text;
  try {
    text = await (await fetch(url)).text();
  } catch {
    // The server may be restarting; the next refresh finds it.
    live.textContent = document.body.dataset.offline;
    return;
  }
  const page = new DOMParser().parseFromString(text, 'text/html');
  const news = takeNews(page);
  if (news || live.textContent === document.body.dataset.offline) live.textContent = news;
  for (const fresh of page.querySelectorAll('[data-live]')) replaceElement(fresh);
}

async function refreshRepeatedly() {
  await refresh();
  setTimeout(refreshRepeatedly, 1000);
}

for (const element of document.querySelectorAll('[data-live]')) sent.set(element.id, element.outerHTML);
takeNews(document);
showLocalTimes(document);
${pageScript}
setTimeout(refreshRepeatedly, 1000);
})();
`;
