import type { PaymentContext } from '../payments';

export interface BookContext {
  payments: PaymentContext;
  /** Time zone that defines the days. */
  timezone: () => string;
}
