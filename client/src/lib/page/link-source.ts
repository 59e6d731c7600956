import { isLinkSource, linkSourceOf, SOURCE_PARAMETERS } from '#shared/domain/link-source';
import { call } from '../api/request';
import { tabStorage } from '../browser/storage';
import { whenIdle } from '../when-idle';
import { takeFromAddress } from './take-from-address';

const STORAGE_KEY = 'linkSource';

/** By which link this tab came here, for as long as it is open; undefined by none that says so. */
export function linkSource(): string | undefined {
  const kept = tabStorage.getItem(STORAGE_KEY);
  return kept !== null && isLinkSource(kept) ? kept : undefined;
}

/** Notes by which link somebody comes, and tells the server. Programs that fetch links run no code. */
export function noteLinkSource(): void {
  const source = linkSourceOf(takeFromAddress(SOURCE_PARAMETERS));
  if (source === null) return;
  tabStorage.setItem(STORAGE_KEY, source);
  // A visit that is not counted is no visitor's concern.
  whenIdle(() => void call('POST /api/visits', { body: { source } }).catch(() => {}));
}
