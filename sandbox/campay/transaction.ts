import { z } from 'zod';
import { walletPaymentSchema } from '#sandbox/mobile-money/payment';

export const transactionSchema = walletPaymentSchema.extend({
  externalReference: z.string().nullable(),
  externalUser: z.string().nullable(),
  description: z.string().nullable(),
  /** The provider's short code. */
  code: z.string(),
});

/** A payment as the provider knows it. Times are epoch ms. */
export type CampayTransaction = z.infer<typeof transactionSchema>;
