import { z } from 'zod';
import { KEPT_WORDS_MAX_LENGTH, NAMEABLE_REASONS } from '#shared/domain/payment';
import { isoInstant, storableText } from './primitives';

const count = z.number().int();
const reason = z.enum(NAMEABLE_REASONS).nullable();

/** A text for failures that no rule knows, without names and numbers. */
const operatorText = z.object({
  /** Such as `campay`. */
  provider: z.string(),
  words: z.string(),
  /** Payments that failed with it. */
  payments: count,
  firstSeenAt: isoInstant,
  lastSeenAt: isoInstant,
  /** What voters read since an administrator has named it; null before. */
  reason,
});
export type OperatorText = z.infer<typeof operatorText>;

/** `GET /api/admin/operator-words`: those without a reason first, the most frequent first. */
export const operatorWords = z.object({
  texts: z.array(operatorText),
  /** Payments that failed with further texts, which were not kept. */
  others: count,
});
export type OperatorWords = z.infer<typeof operatorWords>;

/** Gives a text its reason, or takes that back. */
export const namedText = z.object({
  provider: storableText(40),
  words: storableText(KEPT_WORDS_MAX_LENGTH).min(1),
  reason,
});
export type NamedText = z.infer<typeof namedText>;
