import { isLinkSource, linkSourceOf, SOURCE_PARAMETERS } from '#shared/domain/link-source';
import { call } from '../api/request';
import { tabStorage } from '../browser/storage';
import { whenIdle } from '../when-idle';
import { takeFromAddress } from './take-from-address';

const STORAGE_KEY = 'linkSource';

/**
 * Source of the link that opened this tab, for as long as it is open; undefined when there was
 * none.
 */
export function linkSource(): string | undefined {
  const stored = tabStorage.getItem(STORAGE_KEY);
  return stored !== null && isLinkSource(stored) ? stored : undefined;
}

/**
 * Stores the source of the link that led here, and reports it to the server. Crawlers that fetch
 * links run no code.
 */
export function noteLinkSource(): void {
  const source = linkSourceOf(takeFromAddress(SOURCE_PARAMETERS));
  if (source === null) return;
  tabStorage.setItem(STORAGE_KEY, source);
  // Errors are ignored: the visitor does not need the count.
  whenIdle(() => void call('POST /api/visits', { body: { source } }).catch(() => {}));
}
