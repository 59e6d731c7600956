/**
 * Files that begin.ts loads for the page of the document; each promise resolves when its file has
 * arrived.
 */
interface EarlyLoads {
  texts: Promise<void>;
  page: Promise<void>;
  /** Code of the visitor's most likely next page. */
  next: Promise<void>;
}

declare global {
  interface Window {
    earlyLoad?: EarlyLoads;
  }
}

/**
 * Resolves once a file has arrived: importing it earlier would fail permanently when the network
 * is cut.
 */
export const earlyLoad = (what: keyof EarlyLoads): Promise<void> =>
  window.earlyLoad?.[what] ?? Promise.resolve();
