/**
 * Begins a page that the server has drawn: its code is asked for once the page shows, because on a
 * slow line it would come instead of the text, and on a slow phone it would run before it.
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

const code = document.querySelector<HTMLScriptElement>('script[data-code]')?.dataset.code;
const [main, ...others] = code?.split(' ') ?? [];
let hasBegun = false;
/** As long as a slow phone takes to paint what it has loaded. */
const PAINT_MS = 500;

function begin(): void {
  if (hasBegun || main === undefined) return;
  hasBegun = true;
  for (const href of others) {
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        crossOrigin: '',
        href,
      }),
    );
  }
  import(/* @vite-ignore */ main).catch(() => {
    const notice = document.getElementById('not-started');
    if (notice) notice.hidden = false;
  });
}

new PerformanceObserver((painted, observer) => {
  if (painted.getEntriesByName('first-contentful-paint').length === 0) return;
  observer.disconnect();
  begin();
}).observe({ type: 'paint', buffered: true });
// Where nobody tells of the paint, it is over a while after the load, which may itself come before it
// from the browser's cache; a tab in the background has no paint.
window.addEventListener('load', () => {
  if (document.visibilityState === 'hidden') begin();
  else setTimeout(begin, PAINT_MS);
});
