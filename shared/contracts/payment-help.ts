import { z } from 'zod';
import { FAILURE_REASONS, PAYMENT_METHODS } from '#shared/domain/payment';
import { HELP_STATES, HELP_STEPS, NEXT_STEPS } from '#shared/domain/payment-help';
import type { Msisdn } from '#shared/domain/phone';
import { editionNames } from './editions';
import { isoInstant, phoneNumber, storableText } from './primitives';

/** Payment id, receipt code, or a transaction number of the provider or mobile operator. */
const reference = storableText(100).trim().min(1);

export type PaymentHelpRequest = { reference: string } | { phoneNumber: Msisdn };

/** The request as the voter typed it. */
export type PaymentHelpBody = { reference: string } | { phoneNumber: string };

/** A union of two objects could not name the invalid field in its errors. */
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
  /** Set with `refused`, `failed` and `money-back`. */
  reason: z.enum(FAILURE_REASONS).nullable(),
});
export type HelpStep = z.infer<typeof helpStep>;

/** Contains nothing about the payer, the artist or the amount. */
export const paymentHelp = z.object({
  /** Null when there is no such payment. */
  payment: z
    .object({
      /** The edition it belongs to. */
      edition: editionNames,
      state: z.enum(HELP_STATES),
      /** When it reached this state. */
      since: isoInstant,
      next: z.enum(NEXT_STEPS),
      /** When its last check runs; null when no check is planned. */
      askedUntil: isoInstant.nullable(),
      method: z.enum(PAYMENT_METHODS),
      /** True when searches by phone number no longer find it. */
      isErased: z.boolean(),
      /** Always null for a search by phone number, like all the fields below. */
      failureReason: z.enum(FAILURE_REASONS).nullable(),
      receiptCode: z.string().nullable(),
      /** Steps from first to last; empty for a search by phone number. */
      story: z.array(helpStep),
    })
    .nullable(),
});
export type PaymentHelp = z.infer<typeof paymentHelp>;
export type HelpedPayment = NonNullable<PaymentHelp['payment']>;
