import { type ListFaults, withListFaults } from '#sandbox/list-faults';
import type { WalletPayment } from './payment';

/** Returns payments as a wallet's list shows them, with the configured faults. */
export const listedWith = <Payment extends WalletPayment>(
  payments: readonly Payment[],
  faults: ListFaults,
): Payment[] =>
  withListFaults(payments, faults, {
    referenceOf: ({ reference }) => reference,
    changed: (payment, { laterMs, amount }) => ({
      ...payment,
      amount: amount ?? payment.amount,
      createdAt: payment.createdAt + laterMs,
      finishedAt: payment.finishedAt === null ? null : payment.finishedAt + laterMs,
    }),
  });
