import { z } from 'zod';

/**
 * The provider's objects as sent over the network, as far as card payments need them. Times are in
 * seconds, amounts in minor units.
 */
const metadataSchema = z.record(z.string(), z.string());

const paymentMethodSchema = z.object({
  id: z.string(),
  object: z.literal('payment_method'),
  type: z.literal('card'),
  card: z.object({
    brand: z.string(),
    last4: z.string(),
    exp_month: z.int(),
    exp_year: z.int(),
    /** The same for every use of a card. */
    fingerprint: z.string(),
  }),
  created: z.int(),
  livemode: z.literal(false),
});

const paymentErrorSchema = z.object({
  type: z.enum(['card_error', 'invalid_request_error']),
  code: z.string(),
  decline_code: z.string().optional(),
  message: z.string(),
  charge: z.string().optional(),
  payment_method: paymentMethodSchema.optional(),
});

const nextActionSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('use_stripe_sdk'),
    use_stripe_sdk: z.object({ type: z.literal('stripe_3ds2_challenge'), source: z.string() }),
  }),
  z.object({
    type: z.literal('redirect_to_url'),
    redirect_to_url: z.object({ url: z.string(), return_url: z.string() }),
  }),
]);

const intentStatuses = [
  'requires_payment_method',
  'requires_action',
  'succeeded',
  'canceled',
] as const;

export const paymentIntentSchema = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  allowed_payment_method_types: z.array(z.string()).nullable(),
  amount: z.int(),
  amount_received: z.int(),
  automatic_payment_methods: z
    .object({ enabled: z.boolean(), allow_redirects: z.enum(['always', 'never']) })
    .nullable(),
  canceled_at: z.int().nullable(),
  cancellation_reason: z.string().nullable(),
  client_secret: z.string(),
  created: z.int(),
  currency: z.string(),
  description: z.string().nullable(),
  last_payment_error: paymentErrorSchema.nullable(),
  latest_charge: z.string().nullable(),
  livemode: z.literal(false),
  metadata: metadataSchema,
  next_action: nextActionSchema.nullable(),
  payment_method: z.string().nullable(),
  payment_method_options: z
    .object({
      card: z.object({ request_three_d_secure: z.enum(['any', 'automatic', 'challenge']) }),
    })
    .nullable()
    .default(null),
  receipt_email: z.string().nullable(),
  status: z.enum(intentStatuses),
});

export const chargeSchema = z.object({
  id: z.string(),
  object: z.literal('charge'),
  amount: z.int(),
  amount_refunded: z.int(),
  created: z.int(),
  currency: z.string(),
  disputed: z.boolean(),
  livemode: z.literal(false),
  metadata: metadataSchema,
  paid: z.boolean(),
  payment_intent: z.string(),
  payment_method: z.string(),
  payment_method_details: z.object({
    type: z.literal('card'),
    card: paymentMethodSchema.shape.card,
  }),
  /** True only when the full amount was refunded. */
  refunded: z.boolean(),
  status: z.enum(['succeeded', 'failed']),
});

export const refundSchema = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: z.int(),
  charge: z.string(),
  created: z.int(),
  currency: z.string(),
  failure_reason: z.string().optional(),
  metadata: metadataSchema,
  payment_intent: z.string(),
  reason: z.string().nullable(),
  status: z.enum(['pending', 'succeeded', 'failed']),
});

const disputeStatuses = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
] as const;

export const disputeSchema = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  amount: z.int(),
  charge: z.string(),
  created: z.int(),
  currency: z.string(),
  is_charge_refundable: z.boolean(),
  livemode: z.literal(false),
  metadata: metadataSchema,
  payment_intent: z.string(),
  reason: z.string(),
  status: z.enum(disputeStatuses),
});

export const eventSchema = z.object({
  id: z.string(),
  object: z.literal('event'),
  api_version: z.string(),
  created: z.int(),
  data: z.object({
    object: z.record(z.string(), z.unknown()),
    previous_attributes: z.record(z.string(), z.unknown()).optional(),
  }),
  livemode: z.literal(false),
  /** The call that caused it; null ids for automatic changes. */
  request: z.object({ id: z.string().nullable(), idempotency_key: z.string().nullable() }),
  type: z.string(),
});

/** The authentication that a bank requires before a payment. Ours, never sent. */
export const challengeSchema = z.object({
  id: z.string(),
  object: z.literal('challenge'),
  payment_intent: z.string(),
  payment_method: paymentMethodSchema,
  /** Where to redirect afterwards, when the payer had to leave the page. */
  return_url: z.string().nullable(),
});

export type Metadata = z.infer<typeof metadataSchema>;
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;
export type PaymentError = z.infer<typeof paymentErrorSchema>;
export type NextAction = z.infer<typeof nextActionSchema>;
export type PaymentIntent = z.infer<typeof paymentIntentSchema>;
export type Charge = z.infer<typeof chargeSchema>;
export type Refund = z.infer<typeof refundSchema>;
export type Dispute = z.infer<typeof disputeSchema>;
export type StripeEvent = z.infer<typeof eventSchema>;
export type Challenge = z.infer<typeof challengeSchema>;

/** The version requested by the pinned SDK. */
export const API_VERSION = '2026-10-28.endive';
