/** Of an answer that comes from what the browser keeps: since when, as an ISO instant. */
/** Every answer of ours has it, so that nobody else's page is kept in the place of one of ours. */
export const OURS_HEADER = 'Awards-Site';

export const KEPT_SINCE_HEADER = 'X-Kept-Since';
/** The same, of a document: an attribute of its root element. */
export const KEPT_SINCE_ATTRIBUTE = 'data-kept-since';

export const SERVICE_WORKER_PATH = '/service-worker.js';

/** What a page had loaded before the service worker was there to see it. */
export interface LoadedBefore {
  /** The page's own path. */
  page: string;
  /** Paths with their queries. */
  files: string[];
}
