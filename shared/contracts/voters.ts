import { z } from 'zod';

const count = z.number().int();

/** `POST /api/admin/voters/preview`; whose they are comes as `receiptLookup` has it. */
export const erasurePreview = z.object({
  /** That are over, and would be erased. */
  payments: count,
  /** That those have bought; they stay. */
  votes: count,
  /** That are not over: their details are needed still. */
  pending: count,
});
export type ErasurePreview = z.infer<typeof erasurePreview>;

/** `POST /api/admin/voters/erase` */
export const erasure = z.object({
  payments: count,
  votes: count,
  /** That were not over, and have kept their details. */
  left: count,
});
export type Erasure = z.infer<typeof erasure>;
