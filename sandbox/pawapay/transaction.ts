import { z } from 'zod';
import { walletPaymentSchema } from '#sandbox/mobile-money/payment';

export const transactionSchema = walletPaymentSchema.extend({
  clientReferenceId: z.string().nullable(),
  customerMessage: z.string().nullable(),
  /** As it is returned: one object with all entries. */
  metadata: z.record(z.string(), z.string()).nullable(),
});

/** A deposit as stored by the provider; `reference` is its `depositId`. Times are in epoch ms. */
export type PawapayTransaction = z.infer<typeof transactionSchema>;
