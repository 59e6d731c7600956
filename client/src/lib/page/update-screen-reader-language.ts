/**
 * Works around Firefox, which reports the page's first language to screen readers permanently, even
 * if the attribute changes, and reuses it for every element in the same language. Therefore each
 * part of the page gets its own `lang` in capitals, which means the same but counts as different,
 * and is removed and inserted again within one frame, to be reported again. Must be called after
 * each change of language.
 */
export function updateScreenReaderLanguage(): void {
  const { body, activeElement } = document;
  const { scrollX, scrollY } = window;
  setPartLanguages();
  // Dialogs and the announcements of toasts are added there.
  laterParts.observe(body, { childList: true });
  body.hidden = true;
  // Without a forced layout, Firefox would not remove the elements.
  void body.offsetHeight;
  body.hidden = false;
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
}

const laterParts = new MutationObserver(setPartLanguages);

function setPartLanguages(): void {
  const { body, documentElement } = document;
  for (const part of body.children) part.setAttribute('lang', documentElement.lang.toUpperCase());
}
