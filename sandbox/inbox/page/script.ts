/**
 * What runs in the browser. Text, not a compiled function: it is served as it stands here, however
 * the server is bundled.
 */
export const inboxScript = `(() => {
'use strict';
const language = document.documentElement.lang;
const query = new URLSearchParams(location.search);
const messages = document.getElementById('messages');
const newestIn = (list) => list.querySelector('[data-newest]')?.dataset.newest ?? '';

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

/** The page as it is now, drawn by the server; only its list is taken over. */
async function look() {
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById('messages');
  if (!fresh || newestIn(fresh) === newestIn(messages)) return;
  showLocalTimes(fresh);
  const hadFocus = document.activeElement?.getAttribute('href');
  messages.replaceChildren(...fresh.childNodes);
  if (hadFocus) messages.querySelector('a[href="' + CSS.escape(hadFocus) + '"]')?.focus();
  const subject = messages.querySelector('.subject')?.textContent ?? '';
  document.getElementById('live').textContent = document.body.dataset.new.replace('{subject}', () => subject);
}

async function keepLooking() {
  // The server may be restarting; the next look finds it.
  if (!document.hidden) await look().catch(() => undefined);
  setTimeout(keepLooking, 2000);
}

showLocalTimes(document);
setTimeout(keepLooking, 2000);
})();
`;
