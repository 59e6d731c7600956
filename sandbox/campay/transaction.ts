import { z } from 'zod';
import { walletPaymentSchema } from '#sandbox/mobile-money/payment';

export const transactionSchema = walletPaymentSchema.extend({
  externalReference: z.string().nullable(),
  externalUser: z.string().nullable(),
  description: z.string().nullable(),
  /** The provider's short code. */
  code: z.string(),
});

/** A payment as stored by the provider. Times are in epoch ms. */
export type CampayTransaction = z.infer<typeof transactionSchema>;
