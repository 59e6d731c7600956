import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { paymentMethodOf } from '#sandbox/stripe/cards';
import { payments } from '#shared/schema';
import type { TestApp } from './app';

const { card: GOOD_CARD } = paymentMethodOf({
  number: '4242424242424242',
  expMonth: 12,
  expYear: new Date().getFullYear() + 5,
  cvc: '123',
});

/** Providers with a list. */
export const LISTING = ['campay', 'fapshi', 'stripe'] as const;
export type Listing = (typeof LISTING)[number];

interface Movement {
  /** The id in the provider's record. */
  paymentId: string;
  amount: number;
  at: Date;
}

const text = (length: number) => randomUUID().replaceAll('-', '').slice(0, length);

/** Writes a payment into the provider's books, as paid; @returns the provider's reference */
export function enterAtProvider(
  app: TestApp,
  provider: Listing,
  { paymentId, amount, at }: Movement,
) {
  const moment = at.getTime();
  const wallet = {
    number: '237677000050',
    operator: 'MTN',
    amount,
    currency: 'XAF',
    status: 'SUCCESSFUL',
    reason: null,
    operatorReference: text(10),
    createdAt: moment,
    finishedAt: moment,
    isPrompted: false,
    plan: [],
  } as const;
  switch (provider) {
    case 'campay': {
      const reference = randomUUID();
      const ids = { externalReference: paymentId, externalUser: paymentId };
      void app.campay.ledger.open(
        { ...wallet, plan: [], reference, ...ids, description: null, code: text(8) },
        false,
      );
      return reference;
    }
    case 'fapshi': {
      const reference = text(8);
      const ids = { externalId: paymentId, userId: paymentId };
      const payer = { payerName: null, email: null, message: null };
      void app.fapshi.ledger.open(
        { ...wallet, plan: [], reference, ...ids, ...payer, wasAsked: true },
        false,
      );
      return reference;
    }
    case 'stripe':
      return enterCharge(app, { paymentId, amount, at });
  }
}

function enterCharge({ stripe }: TestApp, { paymentId, amount, at }: Movement): string {
  const created = Math.floor(at.getTime() / 1_000);
  const intentId = `pi_${text(24)}`;
  const chargeId = `ch_${text(24)}`;
  const common = { amount, created, currency: 'usd', livemode: false as const };
  const metadata = { payment_id: paymentId };
  stripe.records.put(
    {
      ...common,
      id: intentId,
      object: 'payment_intent',
      allowed_payment_method_types: ['card'],
      amount_received: amount,
      automatic_payment_methods: null,
      canceled_at: null,
      cancellation_reason: null,
      client_secret: `${intentId}_secret_x`,
      description: null,
      last_payment_error: null,
      latest_charge: chargeId,
      metadata,
      next_action: null,
      payment_method: 'pm_1',
      payment_method_options: null,
      receipt_email: null,
      status: 'succeeded',
    },
    {
      ...common,
      id: chargeId,
      object: 'charge',
      amount_refunded: 0,
      disputed: false,
      metadata,
      paid: true,
      payment_intent: intentId,
      payment_method: 'pm_1',
      payment_method_details: { type: 'card', card: GOOD_CARD },
      refunded: false,
      status: 'succeeded',
    },
  );
  return intentId;
}

interface OwnPayment {
  provider: string;
  at: Date;
  votes?: number;
  status?: 'completed' | 'pending';
}

/** A payment of two votes for each nomination, on our side. */
export async function enterOurs(
  app: TestApp,
  voted: { id: string }[],
  { provider, at, votes = 2, status = 'completed' }: OwnPayment,
) {
  const isCard = provider === 'stripe';
  const amount = voted.length * votes * (isCard ? 50 : 100);
  const values = { provider, each: votes, amount, currency: isCard ? 'USD' : 'XAF' } as const;
  const { id } = await (status === 'completed'
    ? app.given.completedPayment(voted, values)
    : app.given.pendingPayment(voted, values));
  const dated = { createdAt: at, ...(status === 'completed' ? { completedAt: at } : {}) };
  await app.db.update(payments).set(dated).where(eq(payments.id, id));
  return { paymentId: id, amount, at };
}

/** The same payment on both sides. */
export async function enterBoth(
  app: TestApp,
  voted: { id: string }[],
  ours: OwnPayment & { provider: Listing },
) {
  const payment = await enterOurs(app, voted, ours);
  const reference = enterAtProvider(app, ours.provider, payment);
  await app.db
    .update(payments)
    .set({ providerRef: reference })
    .where(eq(payments.id, payment.paymentId));
  return { ...payment, reference };
}
