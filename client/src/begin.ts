import { untilWorthAsking } from './lib/failures/worth-asking';

/**
 * Begins a page: it stands in the document, after which `server/pages/document.ts` has listed the
 * files of the site's code. A page that the server has drawn asks for them once it shows, because on a
 * slow line they would come instead of its text and its photographs, and on a slow phone run before it.
 * The first of them it asks for as soon as all of the page is there: else the line would lie idle while
 * the page is laid out.
 *
 * Code is fetched, and only then imported: an import that has failed fails in some browsers for as long
 * as the page lives, whereas a file can be asked for until it is there, and whole.
 */

/** A button does nothing yet: the one pressed last is pressed again. Links lead on by themselves. */
let pressed: HTMLElement | null = null;
const notePress = ({ target }: Event) => {
  if (target instanceof Element) pressed = target.closest('button');
};
document.addEventListener('click', notePress, true);
// From then on React hears of it.
window.addEventListener('taking-over', () =>
  document.removeEventListener('click', notePress, true),
);
// Not while React is at work, which would not hear of that.
window.addEventListener('taken-over', () => setTimeout(() => namesake(pressed)?.click()), {
  once: true,
});

/** The same button, in a page that was drawn anew too. */
const namesake = (old: HTMLElement | null) =>
  old?.isConnected
    ? old
    : [...document.querySelectorAll('button')].find(
        (button) =>
          old &&
          button.getAttribute('aria-label') === old.getAttribute('aria-label') &&
          button.textContent === old.textContent,
      );

interface CodeFile {
  address: string;
  integrity: string;
}

/** @param listed addresses, each with what its content is known by */
const filesOf = (listed = ''): CodeFile[] =>
  listed.split(' ').flatMap((address, index, all) => {
    const integrity = all[index + 1];
    return index % 2 === 0 && integrity !== undefined ? [{ address, integrity }] : [];
  });

/** What the server has not got will not come: whoever imports it says what that means. */
async function isGone(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer !== null && answer.status >= 400 && answer.status < 500;
}

/**
 * Has the browser's cache hold a file whole: an answer that broke off, or that somebody else gave, is
 * not taken for it, and is replaced.
 */
async function bring(
  { address, integrity }: CodeFile,
  onFailure: () => void = () => {},
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const cache = attempt === 0 ? 'default' : 'reload';
    // Photographs in view come before it. Any answer with another content is a failure too.
    const answer = await fetch(address, { integrity, priority: 'low', cache }).catch(() => null);
    if (answer || (await isGone(address))) return;
    onFailure();
    await untilWorthAsking(attempt);
  }
}

const notice = (isNeeded: boolean) => {
  const element = document.getElementById('code-missing');
  if (element) element.hidden = !isNeeded;
};

const own = document.querySelector<HTMLScriptElement>('script[data-code]')?.dataset;
const code = filesOf(own?.code);

/** How many files of this page are to be asked for again. */
let missing = 0;

async function bringNow(file: CodeFile): Promise<void> {
  let hasFailed = false;
  await bring(file, () => {
    if (!hasFailed) missing += 1;
    hasFailed = true;
    notice(true);
  });
  if (hasFailed) missing -= 1;
  if (missing === 0) notice(false);
}

const bringAll = async (files: CodeFile[], how: (file: CodeFile) => Promise<void>) =>
  void (await Promise.all(files.map(how)));

let hasBegun = false;

async function begin(untilItShows?: Promise<void>): Promise<void> {
  const [main, ...others] = code;
  if (hasBegun || main === undefined) return;
  hasBegun = true;
  const first = bringNow(main);
  await untilItShows;
  const site = Promise.all([first, bringAll(others, bringNow)]);
  const texts = bringAll(filesOf(own?.texts), bringNow);
  const page = bringAll(filesOf(own?.page), bringNow);
  // What the visitor will most likely need next comes before all that can wait: see when-idle.ts.
  const next = Promise.all([site, texts, page]).then(() =>
    bringAll(filesOf(own?.next), (file) => bring(file)),
  );
  window.brought = { texts, page, next };
  await site;
  await untilPicturesShow();
  // START_WATCH hears of it, says so and tells us.
  await import(/* @vite-ignore */ main.address).catch(reportError);
}

/** As long as a slow phone takes to paint what it has loaded. */
const PAINT_MS = 500;

const untilItShows = (): Promise<void> =>
  new Promise((shows) => {
    new PerformanceObserver((painted, observer) => {
      if (painted.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      shows();
    }).observe({ type: 'paint', buffered: true });
    // Where nobody tells of the paint, it is over a while after the load, which may itself come before it
    // from the browser's cache; a tab in the background has no paint.
    window.addEventListener('load', () => {
      if (document.visibilityState === 'hidden') shows();
      else setTimeout(shows, PAINT_MS);
    });
  });

/** So long at most the page's code, once it is there, waits for photographs. */
const PICTURES_MS = 150;

/**
 * Taking a page over keeps a slow phone busy for half a second, in which photographs that have come
 * would not show.
 */
const untilPicturesShow = async (): Promise<void> => {
  const inView = document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]');
  await Promise.race([
    Promise.allSettled([...inView].map((picture) => picture.decode())),
    new Promise((isLate) => setTimeout(isLate, PICTURES_MS)),
  ]);
};

if (own?.begins === 'once-it-shows') {
  const shown = untilItShows();
  document.addEventListener('readystatechange', () => void begin(shown));
} else void begin();
