import { z } from 'zod';

const outcomeSchema = z.object({
  status: z.enum(['SUCCESSFUL', 'FAILED']),
  reason: z.string().nullable(),
  /** Whether the provider sends its webhook about this. */
  isAnnounced: z.boolean(),
});

const stepSchema = outcomeSchema.extend({ at: z.number() });

/** What every provider keeps of a payment; each adds what its own protocol needs. */
export const walletPaymentSchema = z.object({
  /** The provider's own, by which it is asked. */
  reference: z.string(),
  /** `2376XXXXXXXX` */
  number: z.string(),
  operator: z.enum(['MTN', 'Orange']),
  /** Whole units of the currency. */
  amount: z.int(),
  /** Books written by an earlier version have none in them. */
  currency: z.string().default('XAF'),
  status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']),
  reason: z.string().nullable(),
  operatorReference: z.string().nullable(),
  createdAt: z.number(),
  finishedAt: z.number().nullable(),
  /** Whether the owner is asked on the phone page. */
  isPrompted: z.boolean(),
  /** What will still happen by itself, in order; kept so that a restart carries on. */
  plan: z.array(stepSchema),
});

/** How a payment ends (or, for a late success, ends again). */
export type Outcome = z.infer<typeof outcomeSchema>;
export type PlannedStep = z.infer<typeof stepSchema>;
/** A payment as the provider knows it. Times are epoch ms. */
export type WalletPayment = z.infer<typeof walletPaymentSchema>;
