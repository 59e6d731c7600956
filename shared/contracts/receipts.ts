import { z } from 'zod';
import { normalizePhone } from '../domain/phone';
import { normalizeReceiptCode } from '../domain/receipt-code';
import { currency, isoInstant, uuid } from './primitives';

export const receiptCodeParams = z.object({
  receiptCode: z.string().transform((text, context) => {
    const code = normalizeReceiptCode(text);
    if (code === null) context.addIssue('Not a receipt code');
    return code ?? z.NEVER;
  }),
});

/** Numbers as people write them; what the server compares is the nine national digits. */
const phoneNumber = z.string().transform((text, context) => {
  const national = normalizePhone(text);
  if (national === null) context.addIssue('Not a Cameroonian mobile number');
  return national ?? z.NEVER;
});

export const receiptLookup = z.union(
  [
    z.strictObject({ email: z.string().trim().pipe(z.email().max(254)) }),
    z.strictObject({ phoneNumber: phoneNumber }),
  ],
  'Give either email or phoneNumber',
);
export type ReceiptLookupBody = z.input<typeof receiptLookup>;
export type ReceiptLookup = z.output<typeof receiptLookup>;

export const receipt = z.object({
  payment: z.object({ totalVotes: z.number().int(), receiptCode: z.string() }),
  artist: z.object({ id: uuid, name: z.string(), photoUrl: z.string().nullable() }),
  votesByCategory: z.array(
    z.object({
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
    }),
  ),
});
export type ReceiptList = z.infer<typeof receiptList>;
export type ReceiptListItem = ReceiptList['receipts'][number];
