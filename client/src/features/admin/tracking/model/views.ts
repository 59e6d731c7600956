import { countFilters, type TrackingFilters, writeFilters } from './tracking-filters';

/** Frequently used filters, by the page's address. */
export const BUILT_IN_VIEWS = [
  { name: 'all', address: '' },
  { name: 'today', address: 'from=today' },
  { name: 'look', address: 'look=needed' },
  { name: 'refunds', address: 'look=refunds' },
  { name: 'declined', address: 'look=declined' },
] as const;

/** A view that the administrator saved. The search text is not part of it. */
export interface OwnView {
  name: string;
  address: string;
}

const MAX_VIEWS = 12;
export const VIEW_NAME_LENGTH = 30;

/** Reads the views stored in this browser. */
export const readViews = (stored: unknown): readonly OwnView[] =>
  Array.isArray(stored) ? stored.filter(isView).slice(-MAX_VIEWS) : [];

const isView = (stored: unknown): stored is OwnView =>
  typeof stored === 'object' &&
  stored !== null &&
  'name' in stored &&
  typeof stored.name === 'string' &&
  'address' in stored &&
  typeof stored.address === 'string';

/** Adds a view at the end; it replaces one of the same name. */
export const withView = (views: readonly OwnView[], view: OwnView): readonly OwnView[] =>
  readViews([...views.filter(({ name }) => name !== view.name), view]);

/**
 * Returns the address of the current filters; null while there is a search text, which no address
 * contains.
 */
export const addressOf = (filters: TrackingFilters): string | null =>
  filters.search === '' ? writeFilters({ ...filters, order: '' }) : null;

/** True when there are filters to reset or save that no view has. */
export const isCustom = (filters: TrackingFilters, views: readonly OwnView[]): boolean =>
  countFilters(filters) > 0 &&
  ![...BUILT_IN_VIEWS, ...views].some(({ address }) => address === addressOf(filters));
