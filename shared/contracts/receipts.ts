import { z } from 'zod';
import type { Msisdn } from '#shared/domain/phone';
import { normalizeReceiptCode } from '#shared/domain/receipt-code';
import { editionNames } from './editions';
import { currency, email, isoInstant, phoneNumber, uuid } from './primitives';

export const receiptCodeParams = z.object({
  receiptCode: z.string().transform((text, context) => {
    const code = normalizeReceiptCode(text);
    if (code === null) context.addIssue('Not a receipt code');
    return code ?? z.NEVER;
  }),
});

export type ReceiptLookup = { email: string } | { phoneNumber: Msisdn };
/** The request as the voter typed it. */
export type ReceiptLookupBody = { email: string } | { phoneNumber: string };

/** A union of two objects could not name the invalid field in its errors. */
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

/** Money of a payment returned to its payer. */
const returned = {
  /** Since when the money is returned and the votes do not count; null while they do. */
  refundedAt: isoInstant.nullable(),
  /** Amount returned for a payment whose votes still count. */
  partlyRefunded: minorUnits.nullable(),
};

export const receipt = z.object({
  edition: editionNames,
  payment: z.object({
    totalVotes: z.number().int(),
    receiptCode: z.string(),
    /** True when look-ups by phone number or e-mail address no longer find it. */
    isErased: z.boolean(),
    /** Index in the log of counted votes, from 0; null until it has one. */
    entry: z.number().int().nullable(),
    /** Index of the entry that took its votes back. */
    takenBackEntry: z.number().int().nullable(),
    ...returned,
  }),
  /** Once the edition is archived, as it was shown there. */
  artist: z.object({ id: uuid, name: z.string(), photoUrl: z.string().nullable() }),
  votesByCategory: z.array(
    z.object({
      nominationId: uuid,
      categoryId: uuid,
      categoryName: z.string(),
      categoryNameFr: z.string().nullable(),
      voteCount: z.number().int(),
      /** Set once the edition is archived: page of the category's results. */
      resultsPath: z.string().optional(),
      /** Set where it is another one: votes for both of a merge that was undone. */
      otherArtist: z.object({ id: uuid, name: z.string() }).optional(),
    }),
  ),
});
export type Receipt = z.infer<typeof receipt>;

export const receiptList = z.object({
  receipts: z.array(
    z.object({
      receiptCode: z.string(),
      edition: editionNames,
      createdAt: isoInstant,
      provider: z.string(),
      totalVotes: z.number().int(),
      /** In minor units of `currency`. */
      amount: z.number().int(),
      currency,
      artist: z.object({ name: z.string(), photoUrl: z.string().nullable() }),
      ...returned,
    }),
  ),
});
export type ReceiptList = z.infer<typeof receiptList>;
export type ReceiptListItem = ReceiptList['receipts'][number];
