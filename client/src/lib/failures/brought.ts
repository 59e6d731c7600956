/** What begin.ts brings of the page that the document is for, each until it is there. */
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

/** Until then: to be imported before would be to fail for good, where the network is cut. */
export const brought = (what: keyof Brought): Promise<void> =>
  window.brought?.[what] ?? Promise.resolve();
