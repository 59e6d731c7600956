import { z } from 'zod';
import { walletPaymentSchema } from '#sandbox/mobile-money/payment';

export const transactionSchema = walletPaymentSchema.extend({
  externalId: z.string().nullable(),
  userId: z.string().nullable(),
  payerName: z.string().nullable(),
  email: z.string().nullable(),
  message: z.string().nullable(),
  /** Whether its status was ever asked: until then it is CREATED, which comes before PENDING. */
  wasAsked: z.boolean(),
});

/** A collection as the provider knows it; `reference` is its `transId`. Times are epoch ms. */
export type FapshiTransaction = z.infer<typeof transactionSchema>;
