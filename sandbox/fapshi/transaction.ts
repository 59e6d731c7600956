import { z } from 'zod';
import { walletPaymentSchema } from '#sandbox/mobile-money/payment';

export const transactionSchema = walletPaymentSchema.extend({
  externalId: z.string().nullable(),
  userId: z.string().nullable(),
  payerName: z.string().nullable(),
  email: z.string().nullable(),
  message: z.string().nullable(),
  /** True once its status was requested: until then it is CREATED, which precedes PENDING. */
  wasAsked: z.boolean(),
});

/** A collection as stored by the provider; `reference` is its `transId`. Times are in epoch ms. */
export type FapshiTransaction = z.infer<typeof transactionSchema>;
