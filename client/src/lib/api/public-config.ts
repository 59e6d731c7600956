import { queryOptions } from '@tanstack/react-query';
import type { PublicConfig } from '#shared/contracts/config';
import { tabStorage } from '../browser/storage';
import { call, send } from './request';
import { isObject, objectWith } from './response-shape';

const isConfig = objectWith<PublicConfig>({
  event: isObject,
  voting: isObject,
  methods: isObject,
  prices: isObject,
  votes: isObject,
  results: isObject,
  contact: isObject,
});

/**
 * The header of every page reads it, outside of the page's error boundary: a response that is not
 * from our server, for example from a captive portal, counts as none.
 */
export const publicConfigQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: ({ signal }) => call('GET /api/config', { signal, isAnswer: isConfig }),
});

const REQUESTED_KEY = 'metServer';
/** In ms: the page itself has priority. */
const DELAY_MS = 3_000;

/**
 * A server-rendered page is the same for everyone. The cookie that identifies this browser is set
 * by the response to a request: once for each tab, when the page is idle.
 */
export function requestBrowserCookie(): void {
  if (tabStorage.getItem(REQUESTED_KEY)) return;
  tabStorage.setItem(REQUESTED_KEY, '1');
  // Nothing waits for the response, and nothing depends on it.
  setTimeout(() => void send('HEAD', '/api/config', {}).catch(() => undefined), DELAY_MS);
}
