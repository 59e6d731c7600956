/**
 * What Firefox has told screen readers of the page's language stays, whatever becomes of the attribute,
 * and is told of all that is in the same one. So each part of the page says its own, in capitals, which
 * mean the same and are another; and goes and comes back, within one frame, to be told anew. To be
 * called after each change of language.
 */
export function tellVoices(): void {
  const { body, activeElement } = document;
  const { scrollX, scrollY } = window;
  nameLanguage();
  // Dialogs come there, and what is told of toasts.
  laterParts.observe(body, { childList: true });
  body.hidden = true;
  // Without asking for the layout nothing would go.
  void body.offsetHeight;
  body.hidden = false;
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
}

const laterParts = new MutationObserver(nameLanguage);

function nameLanguage(): void {
  const { body, documentElement } = document;
  for (const part of body.children) part.setAttribute('lang', documentElement.lang.toUpperCase());
}
