/**
 * Header of all our responses, so that the service worker never caches another site's page instead
 * of ours.
 */
export const OURS_HEADER = 'Awards-Site';

/** Header of a response from the browser's offline cache: its age, as an ISO instant. */
export const CACHED_SINCE_HEADER = 'X-Kept-Since';
/** Same for documents: an attribute of the root element. */
export const CACHED_SINCE_ATTRIBUTE = 'data-kept-since';

export const SERVICE_WORKER_PATH = '/service-worker.js';

/** Addresses that a page loaded before the service worker was active. */
export interface LoadedBefore {
  /** The page's own path. */
  page: string;
  /** Paths with their queries. */
  files: string[];
}
