/**
 * Tells those who listen, at once; nothing of it is seen. Its place stands in index.html, beside the
 * app: in it, all that is around it would be left to the voice as well while a dialog is open.
 */
export const tell = (sentence: string): void =>
  document.getElementById('told')?.replaceChildren(sentence);
