import { z } from 'zod';

const outcomeSchema = z.object({
  status: z.enum(['SUCCESSFUL', 'FAILED']),
  reason: z.string().nullable(),
  /** True when the provider sends a webhook about this. */
  isAnnounced: z.boolean(),
});

const stepSchema = outcomeSchema.extend({ at: z.number() });

/** Fields that every provider stores of a payment; each provider adds those of its protocol. */
export const walletPaymentSchema = z.object({
  /** The provider's reference, used in queries. */
  reference: z.string(),
  /** `2376XXXXXXXX` */
  number: z.string(),
  operator: z.enum(['MTN', 'Orange']),
  /** In whole units of the currency. */
  amount: z.int(),
  /** Missing in records written by an earlier version. */
  currency: z.string().default('XAF'),
  status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']),
  reason: z.string().nullable(),
  operatorReference: z.string().nullable(),
  createdAt: z.number(),
  finishedAt: z.number().nullable(),
  /** True when the prompt appears on the phone page. */
  isPrompted: z.boolean(),
  /** Scheduled steps, in order; stored so that they continue after a restart. */
  plan: z.array(stepSchema),
});

/** How a payment ends (or, for a late success, ends a second time). */
export type Outcome = z.infer<typeof outcomeSchema>;
export type PlannedStep = z.infer<typeof stepSchema>;
/** A payment as stored by the provider. Times are in epoch ms. */
export type WalletPayment = z.infer<typeof walletPaymentSchema>;
