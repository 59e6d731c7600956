/**
 * Works around Firefox, which reports the page's initial language to screen readers for good,
 * whatever becomes of the attribute, and reuses it for every part in the same language. So each
 * part of the page gets its own `lang` in capitals, which means the same but counts as different;
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
  // Without a forced layout nothing would be removed.
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
