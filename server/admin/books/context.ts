import type { DayRange } from '#server/kept-figures/index';
import type { PaymentContext } from '#server/payments/index';
import type { Edition } from '#server/settings/index';

export interface BookContext {
  payments: PaymentContext;
  /** Time zone that defines the days. */
  timezone: () => string;
}

/** Days of the books of one edition. */
export interface BookRange extends DayRange {
  edition: Edition;
}
