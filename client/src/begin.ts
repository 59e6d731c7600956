import { waitForRetry } from './lib/failures/wait-for-retry';

/**
 * Starts a page. This script is in the document itself, after the list of the site's code files
 * that `server/pages/document.ts` writes. A server-rendered page requests them once it has painted:
 * on a slow line they would compete with its text and photographs, and on a slow phone they would
 * run first. The first file is requested as soon as the whole page has arrived, so that the line is
 * not idle during layout.
 *
 * Code is fetched first and imported only then: in some browsers a failed import keeps failing for
 * the life of the page, whereas a file can be fetched again until it has arrived whole.
 */

/**
 * Buttons do nothing before hydration, so the last one pressed is pressed again. Links work without
 * it.
 */
let pressed: HTMLElement | null = null;
const notePress = ({ target }: Event) => {
  if (target instanceof Element) pressed = target.closest('button');
};
document.addEventListener('click', notePress, true);
// From here on React receives the event.
window.addEventListener('hydrating', () => document.removeEventListener('click', notePress, true));
// Waits until React has hydrated the page, because before that it would miss the click.
window.addEventListener('hydrated', () => setTimeout(() => namesake(pressed)?.click()), {
  once: true,
});

/** Finds the same button, even if the page was rendered again. */
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

/** @param listed addresses, each with its integrity hash */
const filesOf = (listed = ''): CodeFile[] =>
  listed.split(' ').flatMap((address, index, all) => {
    const integrity = all[index + 1];
    return index % 2 === 0 && integrity !== undefined ? [{ address, integrity }] : [];
  });

/**
 * A file that the server no longer has will never arrive; the code that imports it handles that.
 */
async function isGone(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer !== null && answer.status >= 400 && answer.status < 500;
}

/**
 * Makes the browser cache hold a complete file: a truncated response, or one that someone else
 * sent, does not match the hash and is replaced.
 */
async function loadFile(
  { address, integrity }: CodeFile,
  onFailure: () => void = () => {},
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const cache = attempt === 0 ? 'default' : 'reload';
    // Photographs in view come first. A response with other content counts as a failure too.
    const answer = await fetch(address, { integrity, priority: 'low', cache }).catch(() => null);
    if (answer || (await isGone(address))) return;
    onFailure();
    await waitForRetry(attempt);
  }
}

const showNotice = (isNeeded: boolean) => {
  const element = document.getElementById('code-missing');
  if (element) element.hidden = !isNeeded;
};

const own = document.querySelector<HTMLScriptElement>('script[data-code]')?.dataset;
const code = filesOf(own?.code);

/** Number of this page's files that have to be requested again. */
let missing = 0;

async function loadFileNow(file: CodeFile): Promise<void> {
  let hasFailed = false;
  await loadFile(file, () => {
    if (!hasFailed) missing += 1;
    hasFailed = true;
    showNotice(true);
  });
  if (hasFailed) missing -= 1;
  if (missing === 0) showNotice(false);
}

const loadAll = async (files: CodeFile[], load: (file: CodeFile) => Promise<void>) =>
  void (await Promise.all(files.map(load)));

let hasBegun = false;

async function begin(firstPaint?: Promise<void>): Promise<void> {
  const [main, ...others] = code;
  if (hasBegun || main === undefined) return;
  hasBegun = true;
  const first = loadFileNow(main);
  await firstPaint;
  const site = Promise.all([first, loadAll(others, loadFileNow)]);
  const texts = loadAll(filesOf(own?.texts), loadFileNow);
  const page = loadAll(filesOf(own?.page), loadFileNow);
  // What the visitor will most likely need next comes before everything that can wait: see
  // when-idle.ts.
  const next = Promise.all([site, texts, page]).then(() =>
    loadAll(filesOf(own?.next), (file) => loadFile(file)),
  );
  window.earlyLoad = { texts, page, next };
  await site;
  await untilPicturesShow();
  // START_WATCH catches the error, shows a message and reports it to the server.
  await import(/* @vite-ignore */ main.address).catch(reportError);
}

/** Time in ms that a slow phone needs to paint what it has loaded. */
const PAINT_MS = 500;

const untilPainted = (): Promise<void> =>
  new Promise((resolve) => {
    new PerformanceObserver((painted, observer) => {
      if (painted.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
    // In browsers that do not report the paint, it is assumed a while after the load event. The
    // load event may itself come first when files are in the browser's cache. A background tab
    // never paints.
    window.addEventListener('load', () => {
      if (document.visibilityState === 'hidden') resolve();
      else setTimeout(resolve, PAINT_MS);
    });
  });

/** Longest time in ms that the page's code, once loaded, waits for photographs. */
const PICTURES_MS = 150;

/**
 * Hydration keeps a slow phone busy for half a second, in which photographs that have arrived would
 * not show.
 */
const untilPicturesShow = async (): Promise<void> => {
  const inView = document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]');
  await Promise.race([
    Promise.allSettled([...inView].map((picture) => picture.decode())),
    new Promise((resolve) => setTimeout(resolve, PICTURES_MS)),
  ]);
};

if (own?.begins === 'once-it-shows') {
  const firstPaint = untilPainted();
  document.addEventListener('readystatechange', () => void begin(firstPaint));
} else void begin();
