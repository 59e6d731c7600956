import { queryOptions } from '@tanstack/react-query';
import type { PublicConfig } from '#shared/contracts/config';
import { tabStorage } from '../browser/storage';
import { isObject, objectWith } from './answer-shape';
import { call, send } from './request';

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
 * The header of every page reads it, outside of what a page's error boundary catches: an answer that
 * is none of ours, from a portal between us for instance, counts as none.
 */
export const publicConfigQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: ({ signal }) => call('GET /api/config', { signal, isAnswer: isConfig }),
});

const MET_KEY = 'metServer';
/** The page itself comes first. */
const MEETING_DELAY_MS = 3_000;

/**
 * A page that the server has drawn is the same for everybody. The cookie that tells this browser from
 * others comes with the answer to a question: once for each tab, when nothing else is to be done.
 */
export function meetServer(): void {
  if (tabStorage.getItem(MET_KEY)) return;
  tabStorage.setItem(MET_KEY, '1');
  // Nobody waits for it, and nothing depends on it.
  setTimeout(() => void send('HEAD', '/api/config', {}).catch(() => undefined), MEETING_DELAY_MS);
}
