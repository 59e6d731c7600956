import { countFilters, type TrackingFilters, writeFilters } from './tracking-filters';

/** What is looked at again and again, as the page's address has it. */
export const BUILT_IN_VIEWS = [
  { name: 'all', address: '' },
  { name: 'today', address: 'from=today' },
  { name: 'look', address: 'look=needed' },
  { name: 'refunds', address: 'look=refunds' },
  { name: 'declined', address: 'look=declined' },
] as const;

/** One that somebody has put together. Whom they searched for is no part of it. */
export interface OwnView {
  name: string;
  address: string;
}

const MOST_VIEWS = 12;
export const VIEW_NAME_LENGTH = 30;

/** What this browser remembers. */
export const readViews = (stored: unknown): readonly OwnView[] =>
  Array.isArray(stored) ? stored.filter(isView).slice(-MOST_VIEWS) : [];

const isView = (stored: unknown): stored is OwnView =>
  typeof stored === 'object' &&
  stored !== null &&
  'name' in stored &&
  typeof stored.name === 'string' &&
  'address' in stored &&
  typeof stored.address === 'string';

/** The newest last; one of the same name takes the place of the one before. */
export const withView = (views: readonly OwnView[], view: OwnView): readonly OwnView[] =>
  readViews([...views.filter(({ name }) => name !== view.name), view]);

/** The address of what is looked at; null while something is searched for, which no address names. */
export const addressOf = (filters: TrackingFilters): string | null =>
  filters.search === '' ? writeFilters({ ...filters, order: '' }) : null;

/** Whether there is something to reset or to remember that no view has. */
export const isCustom = (filters: TrackingFilters, views: readonly OwnView[]): boolean =>
  countFilters(filters) > 0 &&
  ![...BUILT_IN_VIEWS, ...views].some(({ address }) => address === addressOf(filters));
