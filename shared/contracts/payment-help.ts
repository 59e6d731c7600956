import { z } from 'zod';
import { FAILURE_REASONS, PAYMENT_METHODS } from '../domain/payment';
import { HELP_STATES, HELP_STEPS, NEXT_STEPS } from '../domain/payment-help';
import type { Msisdn } from '../domain/phone';
import { isoInstant, phoneNumber, storableText } from './primitives';

/** Payment id, receipt code, or a transaction number of the provider or operator. */
const reference = storableText(100).trim().min(1);

export type PaymentHelpRequest = { reference: string } | { phoneNumber: Msisdn };

/** The same, as the voter typed it. */
export type PaymentHelpBody = { reference: string } | { phoneNumber: string };

/** Not a union of two objects: that could not name the field at fault. */
export const paymentHelpRequest = z
  .strictObject({ reference: reference.optional(), phoneNumber: phoneNumber.optional() })
  .transform((request, context): PaymentHelpRequest => {
    const { reference, phoneNumber } = request;
    if (reference !== undefined && phoneNumber === undefined) return { reference };
    if (phoneNumber !== undefined && reference === undefined) return { phoneNumber };
    context.addIssue('Give either reference or phoneNumber');
    return z.NEVER;
  });

const helpStep = z.object({
  step: z.enum(HELP_STEPS),
  at: isoInstant,
  /** With `refused`, `failed` and `money-back`. */
  reason: z.enum(FAILURE_REASONS).nullable(),
});
export type HelpStep = z.infer<typeof helpStep>;

/** Nothing in it says who paid, for whom, or how much. */
export const paymentHelp = z.object({
  /** Null when there is no such payment. */
  payment: z
    .object({
      state: z.enum(HELP_STATES),
      /** Since when it is in this state. */
      since: isoInstant,
      next: z.enum(NEXT_STEPS),
      /** Until when it is checked; null when no check is to come. */
      askedUntil: isoInstant.nullable(),
      method: z.enum(PAYMENT_METHODS),
      /** Whether no search by phone number finds it any more. */
      isErased: z.boolean(),
      /** Always null for a search by phone number, as is all that follows. */
      failureReason: z.enum(FAILURE_REASONS).nullable(),
      receiptCode: z.string().nullable(),
      /** From the first step to the last; empty for a search by phone number. */
      story: z.array(helpStep),
    })
    .nullable(),
});
export type PaymentHelp = z.infer<typeof paymentHelp>;
export type HelpedPayment = NonNullable<PaymentHelp['payment']>;
