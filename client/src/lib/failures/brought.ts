/**
 * Files that begin.ts loads for the page of the document; each promise resolves when its file has
 * arrived.
 */
interface Brought {
  texts: Promise<void>;
  page: Promise<void>;
  /** What the visitor will most likely need next. */
  next: Promise<void>;
}

declare global {
  interface Window {
    brought?: Brought;
  }
}

/**
 * Resolves once it has arrived: importing it earlier would fail permanently when the network is
 * cut.
 */
export const brought = (what: keyof Brought): Promise<void> =>
  window.brought?.[what] ?? Promise.resolve();
