import { createContext, type Dispatch, useContext } from 'react';
import type { PaymentEvent, PaymentProgress } from './model/payment-progress';

interface PaymentProgressValue {
  progress: PaymentProgress;
  dispatch: Dispatch<PaymentEvent>;
}

export const PaymentProgressContext = createContext<PaymentProgressValue | null>(null);

/** The one payment that may be under way in this browser. */
export function usePaymentProgress(): PaymentProgressValue {
  const value = useContext(PaymentProgressContext);
  if (!value) throw new Error('usePaymentProgress needs a PaymentProgressProvider above it');
  return value;
}
