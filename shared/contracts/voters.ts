import { z } from 'zod';

const count = z.number().int();

/** `POST /api/admin/voters/preview`; the voter is given in the form of `receiptLookup`. */
export const erasurePreview = z.object({
  /** Number of settled payments, which would be erased. */
  payments: count,
  /** Votes bought with them, which stay. */
  votes: count,
  /** Number of pending payments, whose details are still needed. */
  pending: count,
});
export type ErasurePreview = z.infer<typeof erasurePreview>;

/** `POST /api/admin/voters/erase` */
export const erasure = z.object({
  payments: count,
  votes: count,
  /** Number of pending payments that kept their details. */
  left: count,
});
export type Erasure = z.infer<typeof erasure>;
