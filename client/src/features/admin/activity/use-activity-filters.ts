import { useLocation, useSearch } from 'wouter';
import { bookDay } from '#shared/contracts/books';

/** Kinds of entries that can be filtered by, as the server names them. */
export const ACTIVITY_KINDS = [
  'artist',
  'category',
  'payment',
  'books',
  'user',
  'import',
  'settings',
  'edition',
  'voter',
  'activity',
] as const;

/** Filters of the list of entries; an empty one filters nothing. */
export interface ActivityFilters {
  kind: (typeof ACTIVITY_KINDS)[number] | '';
  /** Id of the person who acted. */
  person: string;
  /** First and last day, such as `2025-11-21`, in the event's time zone. */
  from: string;
  to: string;
}

/** The filters are part of the address: they survive a reload and can be linked. */
export function useActivityFilters() {
  const [path, navigate] = useLocation();
  const filters = readFilters(useSearch());
  const go = (chosen: ActivityFilters) => {
    const search = writeFilters(chosen);
    navigate(search === '' ? path : `${path}?${search}`, { replace: true });
  };
  return {
    filters,
    isFiltered: writeFilters(filters) !== '',
    change: (changed: Partial<Record<keyof ActivityFilters, string>>) =>
      go(validated({ ...filters, ...changed })),
    reset: () => go(readFilters('')),
  };
}

const readFilters = (search: string): ActivityFilters =>
  validated(Object.fromEntries(new URLSearchParams(search)));

/** Drops values that cannot be chosen; an incomplete date does not filter yet. */
const validated = (values: Partial<Record<string, string>>): ActivityFilters => {
  const day = (text = '') => (bookDay.safeParse(text).success ? text : '');
  return {
    kind: ACTIVITY_KINDS.find((kind) => kind === values.kind) ?? '',
    person: values.person ?? '',
    from: day(values.from),
    to: day(values.to),
  };
};

const writeFilters = (filters: ActivityFilters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();

/** The filters as query parameters for the server. */
export function queryOf({ kind, ...filters }: ActivityFilters): URLSearchParams {
  return new URLSearchParams(
    Object.entries({ entity: kind, ...filters }).filter(([, value]) => value !== ''),
  );
}
