import type { AdminPayment } from '#shared/contracts/admin-payments';
import { PAYMENT_STATUSES } from '#shared/domain/payment';
import { dayAfter, startOfDay, type TimezoneName } from './timezones';

/** What can be chosen; everything else in an address is left out. */
export const FILTER_CHOICES = {
  provider: ['card', 'mobile-money'],
  status: PAYMENT_STATUSES,
  attempt: ['attempted', 'abandoned'],
  look: ['needed'],
} as const;

type ChoiceName = keyof typeof FILTER_CHOICES;

/** The filters as they stand in the page's address; an empty one filters nothing. */
export interface TrackingFilters {
  /** A payment's id, an e-mail address or a phone number, from their beginning. */
  search: string;
  provider: AdminPayment['provider'] | '';
  status: AdminPayment['status'] | '';
  attempt: (typeof FILTER_CHOICES)['attempt'][number] | '';
  look: (typeof FILTER_CHOICES)['look'][number] | '';
  /** First and last day, such as `2025-11-21`, on the chosen clock. */
  from: string;
  to: string;
}

/** As many as the server takes. */
export const SEARCH_LENGTH = 254;

export function readFilters(addressSearch: string): TrackingFilters {
  const given = new URLSearchParams(addressSearch);
  const choice = <Option extends string>(name: ChoiceName, options: readonly Option[]) =>
    options.find((option) => option === given.get(name)) ?? '';
  const day = (name: 'from' | 'to') => {
    const text = given.get(name) ?? '';
    return isDay(text) ? text : '';
  };
  return {
    search: (given.get('search') ?? '').trim().slice(0, SEARCH_LENGTH),
    provider: choice('provider', FILTER_CHOICES.provider),
    status: choice('status', FILTER_CHOICES.status),
    attempt: choice('attempt', FILTER_CHOICES.attempt),
    look: choice('look', FILTER_CHOICES.look),
    from: day('from'),
    to: day('to'),
  };
}

export const NO_FILTERS = readFilters('');

/** Four digits for the year: people who type a date pass through the years 0002 and 0020. */
function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The filters as an address has them; without those that filter nothing. */
export function writeFilters(filters: TrackingFilters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return new URLSearchParams(set).toString();
}

/** The filters as the server takes them: days become the moments at which they begin and end. */
export function filtersForServer(
  { from, to, ...rest }: TrackingFilters,
  timezone: TimezoneName,
): URLSearchParams {
  const params = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== ''));
  if (from) params.set('from', startOfDay(from, timezone).toISOString());
  if (to) params.set('to', startOfDay(dayAfter(to), timezone).toISOString());
  return params;
}

export const countFilters = (filters: TrackingFilters): number =>
  Object.values(filters).filter((value) => value !== '').length;
