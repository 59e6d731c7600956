import type { PaymentContext } from '../payments';

export interface BookContext {
  payments: PaymentContext;
  /** Where days begin. */
  timezone: () => string;
}
