import type { AdminPayment, PaymentFilters } from '#shared/contracts/admin-payments';
import { PAYMENT_LOOKS, PAYMENT_STATUSES } from '#shared/domain/payment';
import { isUuid } from '#shared/domain/uuid';
import { dayAfter, dayOn, startOfDay, type TimezoneName } from './timezones';

/** Valid choices; anything else in an address is dropped. */
export const FILTER_CHOICES = {
  provider: ['card', 'mobile-money'],
  status: PAYMENT_STATUSES,
  attempt: ['attempted', 'abandoned'],
  look: PAYMENT_LOOKS,
  order: ['oldest'],
} as const;

type ChoiceName = keyof typeof FILTER_CHOICES;

/** As a first day: the current day whenever the page is opened. */
export const TODAY = 'today';

/** Filters of the list of payments; an empty one filters nothing. */
export interface TrackingFilters {
  /**
   * Part of the name of a payment, its voter or an artist. Stored in the history state, never in
   * the page's address.
   */
  search: string;
  provider: AdminPayment['provider'] | '';
  status: AdminPayment['status'] | '';
  attempt: (typeof FILTER_CHOICES)['attempt'][number] | '';
  look: (typeof FILTER_CHOICES)['look'][number] | '';
  /**
   * First and last day, such as `2025-11-21`, in the chosen time zone; the first may be `TODAY`.
   */
  from: string;
  to: string;
  /** Empty for newest first. */
  order: (typeof FILTER_CHOICES)['order'][number] | '';
}

/** Longest search text that the server accepts. */
export const SEARCH_LENGTH = 254;

/** State of a history entry, besides its address. */
export type TrackingState = Pick<TrackingFilters, 'search'>;

/**
 * Reads the filters of a page. Links to one payment name its id in the address, which reveals
 * nothing about a person.
 * @param state of this history entry; any code may have written it
 */
export function readFilters(addressSearch: string, state: unknown): TrackingFilters {
  const parameters = new URLSearchParams(addressSearch);
  const linked = parameters.get('payment') ?? '';
  const search = isTrackingState(state) ? state.search : isUuid(linked) ? linked : '';
  const choice = <Option extends string>(name: ChoiceName, options: readonly Option[]) =>
    options.find((option) => option === parameters.get(name)) ?? '';
  const day = (name: 'from' | 'to') => {
    const text = parameters.get(name) ?? '';
    return isDay(text) || (name === 'from' && text === TODAY) ? text : '';
  };
  return {
    search: search.trim().slice(0, SEARCH_LENGTH),
    provider: choice('provider', FILTER_CHOICES.provider),
    status: choice('status', FILTER_CHOICES.status),
    attempt: choice('attempt', FILTER_CHOICES.attempt),
    look: choice('look', FILTER_CHOICES.look),
    from: day('from'),
    to: day('to'),
    order: choice('order', FILTER_CHOICES.order),
  };
}

const isTrackingState = (state: unknown): state is TrackingState =>
  typeof state === 'object' &&
  state !== null &&
  'search' in state &&
  typeof state.search === 'string';

export const NO_FILTERS = readFilters('', null);

/**
 * Requires a year of four digits from 1000: while a date is being typed, the year passes through
 * 0002 and 0020.
 */
function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Returns the query of an address; filters that filter nothing are left out. */
export function writeFilters({ search: _search, ...filters }: TrackingFilters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return new URLSearchParams(set).toString();
}

/** The non-empty filters. */
export type ServerFilters = {
  [Name in keyof PaymentFilters]: Exclude<PaymentFilters[Name], undefined>;
};

/** Converts the filters for the server: days become the moments at which they begin and end. */
export const filtersForServer = (
  { search, provider, status, attempt, look, from, to }: TrackingFilters,
  timezone: TimezoneName,
): ServerFilters => ({
  ...(search && { search }),
  ...(provider && { provider }),
  ...(status && { status }),
  ...(attempt && { attempt }),
  ...(look && { look }),
  ...(from && { from: startOfDay(dayOf(from, timezone), timezone).toISOString() }),
  ...(to && { to: startOfDay(dayAfter(to), timezone).toISOString() }),
});

/** Resolves `TODAY` to the current day. */
export const dayOf = (day: string, timezone: TimezoneName): string =>
  day === TODAY ? dayOn(new Date(), timezone) : day;

export const countFilters = ({ order: _order, ...filters }: TrackingFilters): number =>
  Object.values(filters).filter((value) => value !== '').length;
