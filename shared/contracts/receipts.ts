import { z } from 'zod';
import type { Msisdn } from '../domain/phone';
import { normalizeReceiptCode } from '../domain/receipt-code';
import { currency, email, isoInstant, phoneNumber, uuid } from './primitives';

export const receiptCodeParams = z.object({
  receiptCode: z.string().transform((text, context) => {
    const code = normalizeReceiptCode(text);
    if (code === null) context.addIssue('Not a receipt code');
    return code ?? z.NEVER;
  }),
});

export type ReceiptLookup = { email: string } | { phoneNumber: Msisdn };
/** The same, as the voter typed it. */
export type ReceiptLookupBody = { email: string } | { phoneNumber: string };

/** Not a union of two objects: that could not name the field at fault. */
export const receiptLookup = z
  .strictObject({ email: email.optional(), phoneNumber: phoneNumber.optional() })
  .transform((lookup, context): ReceiptLookup => {
    const { email, phoneNumber } = lookup;
    if (email !== undefined && phoneNumber === undefined) return { email };
    if (phoneNumber !== undefined && email === undefined) return { phoneNumber };
    context.addIssue('Give either email or phoneNumber');
    return z.NEVER;
  });

const minorUnits = z.object({ amountMinor: z.number().int(), currency });

/** What of a payment went back to its payer. */
const returned = {
  /** Since when the money is with the payer again and the votes do not count; null while they do. */
  refundedAt: isoInstant.nullable(),
  /** What went back of a payment whose votes count all the same. */
  partlyRefunded: minorUnits.nullable(),
};

export const receipt = z.object({
  payment: z.object({
    totalVotes: z.number().int(),
    receiptCode: z.string(),
    /** Whether no look-up by phone number or e-mail address finds it any more. */
    isErased: z.boolean(),
    /** Its place in the log of counted votes, from 0; null while it has none yet. */
    entry: z.number().int().nullable(),
    /** Of the entry that took its votes back. */
    takenBackEntry: z.number().int().nullable(),
    ...returned,
  }),
  artist: z.object({ id: uuid, name: z.string(), photoUrl: z.string().nullable() }),
  votesByCategory: z.array(
    z.object({
      nominationId: uuid,
      categoryId: uuid,
      categoryName: z.string(),
      categoryNameFr: z.string().nullable(),
      voteCount: z.number().int(),
    }),
  ),
});
export type Receipt = z.infer<typeof receipt>;

export const receiptList = z.object({
  receipts: z.array(
    z.object({
      receiptCode: z.string(),
      createdAt: isoInstant,
      provider: z.string(),
      totalVotes: z.number().int(),
      /** Minor units of `currency`. */
      amount: z.number().int(),
      currency,
      artist: z.object({ name: z.string(), photoUrl: z.string().nullable() }),
      ...returned,
    }),
  ),
});
export type ReceiptList = z.infer<typeof receiptList>;
export type ReceiptListItem = ReceiptList['receipts'][number];
