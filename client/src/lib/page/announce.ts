/**
 * Announces a sentence to screen readers at once, invisibly. Its live region is in index.html
 * beside the app: inside the app, an open dialog would make screen readers ignore it.
 */
export const announce = (sentence: string): void =>
  document.getElementById('announcements')?.replaceChildren(sentence);
