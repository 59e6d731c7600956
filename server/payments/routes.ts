import { eq } from 'drizzle-orm';
import type { RequestHandler } from 'express';
import { persistSession, sessionHash } from '#server/auth/index';
import type { Queryable } from '#server/db/client';
import { PAYMENT_MOVED, PROVIDER_ROUTES_CHANGED } from '#server/db/listen';
import type { Api, Devices } from '#server/http/index';
import { SingleFlight } from '#server/platform/single-flight';
import type { Registry } from '#server/room';
import type { Receipt } from '#shared/contracts/receipts';
import { payments } from '#shared/schema';
import { attemptCardPayment, changeVoterEmail } from './card/attempt-card-payment';
import { confirmCardPayment } from './card/confirm-card-payment';
import { startCardPayment } from './card/start-card-payment';
import { assertNonePaid } from './checks/assert-none-paid';
import { readPaymentState, readReceiptCode } from './checks/payment-state';
import { endWithVoting, startReconciler } from './checks/reconciler';
import type { PaymentContext } from './context';
import type { Payment } from './lifecycle/rows/repository';
import { startMobileMoneyPayment } from './mobile-money/start-mobile-money-payment';
import { PaymentRequestLimiter } from './payment-request-limiter';
import { PAYMENT_ADAPTERS } from './providers/adapters';
import type { CardProvider } from './providers/provider';
import { watchRoutes } from './routing/probes';

/** Returns the payment started under this key, or null. Never starts one. */
async function lookUpPayment(
  db: Queryable,
  idempotencyKey: string,
): Promise<Pick<Payment, 'id' | 'status'> | null> {
  const [found] = await db
    .select({ id: payments.id, status: payments.status })
    .from(payments)
    .where(eq(payments.idempotencyKey, idempotencyKey));
  return found ?? null;
}

interface PaymentDeps {
  payments: PaymentContext;
  devices: Devices;
  receiptOf: (receiptCode: string) => Promise<Receipt>;
  auth: {
    /** Middleware that sets `req.session`; only card payments belong to a browser session. */
    sessions: readonly RequestHandler[];
  };
}

export function registerPayments(
  { api, worker, onNotice, onSettings }: Registry,
  { payments: context, devices, receiptOf, auth: { sessions } }: PaymentDeps,
): void {
  const { cards, background, heldPolls, routes } = context;
  worker('reconciler', () => startReconciler(context));
  worker('provider-routes', () => watchRoutes(context));
  onNotice(PROVIDER_ROUTES_CHANGED, () =>
    background.run('read the states of the providers', () => routes.reload()),
  );
  onNotice(PAYMENT_MOVED, (paymentId) =>
    background.run('answer held polls', () => heldPolls.notify(paymentId)),
  );
  onSettings(() => background.run('end payments with voting', () => endWithVoting(context)));
  const deps = { context, devices, sessions };
  addMobileMoneyRoutes(api, deps);
  if (cards) addCardRoutes(api, deps, cards);

  api.serve('GET /api/payment/:paymentId/status', async ({ params, req, res }) => {
    res.set('Cache-Control', 'no-store');
    const heldMs = heldPolls.heldMsOf(req);
    const state = await readPaymentState(context, params.paymentId, heldMs);
    if (state.receiptCode === null) return state;
    // The paid state is returned even if the receipt fails to load, which can be requested later by
    // its code.
    const receipt = await receiptOf(state.receiptCode).catch(() => null);
    return receipt ? { ...state, receipt } : state;
  });
  api.serve('POST /api/payment-lookup', async ({ body, res }) => {
    res.set('Cache-Control', 'no-store');
    const found = await lookUpPayment(context.db, body.idempotencyKey);
    return { payment: found && { paymentId: found.id, status: found.status } };
  });
  api.serve('GET /api/payment/:paymentId/receipt-code', async ({ params, res }) => {
    res.set('Cache-Control', 'no-store');
    return readReceiptCode(context, params.paymentId);
  });
}

interface MethodDeps {
  context: PaymentContext;
  devices: Devices;
  sessions: readonly RequestHandler[];
}

/**
 * One path per supported provider, whether it takes payments or not: a page that was open when the
 * providers changed still names the old one. The payer's number decides which provider takes the
 * payment.
 */
function addMobileMoneyRoutes(api: Api, { context, devices }: MethodDeps): void {
  if (context.mobileMoney.length === 0 && context.formerMobileMoney.length === 0) return;
  const requestLimiter = new PaymentRequestLimiter(context.db);
  const starting = new SingleFlight<Pick<Payment, 'id' | 'status'>>();
  for (const { name: provider } of PAYMENT_ADAPTERS.mobileMoney) {
    api.serve(
      'POST /api/:provider-payment',
      async ({ body, headers, req }) => {
        const idempotencyKey = headers['idempotency-key'];
        const caller = devices.callerOf(req);
        const start = async () => {
          await requestLimiter.admit(caller, body.nominationVotes);
          return startMobileMoneyPayment(context, { body, idempotencyKey, caller });
        };
        const { id, status } =
          idempotencyKey === undefined
            ? await start()
            : await starting.do(JSON.stringify([idempotencyKey, body]), start);
        return { paymentId: id, status };
      },
      { provider },
    );
  }
}

function addCardRoutes(
  api: Api,
  { context, devices, sessions: before }: MethodDeps,
  cards: CardProvider,
): void {
  const requestLimiter = new PaymentRequestLimiter(context.db);
  api.serve(
    'POST /api/create-payment-intent-multi',
    async ({ body, req, res }) => {
      const caller = devices.callerOf(req);
      await requestLimiter.admit(caller, body.nominationVotes);
      res.set('Cache-Control', 'no-store');
      const request = { body, ownerHash: sessionHash(req), caller };
      return startCardPayment(context, cards, request, () => persistSession(req));
    },
    { before },
  );
  api.serve(
    'PATCH /api/payment/:paymentId/attempt',
    async ({ params: { paymentId }, body, req }) => {
      const owner = { paymentId, ownerHash: sessionHash(req) };
      // A submitted card may be tried again: its own payment does not count as an earlier one.
      await assertNonePaid(
        context,
        body.openPayments.filter((id) => id !== paymentId),
      );
      await attemptCardPayment(context, cards, owner, body.revision);
      return { paymentId };
    },
    { before },
  );
  api.serve(
    'PATCH /api/payment/:paymentId/email',
    async ({ params: { paymentId }, body, req }) => {
      await changeVoterEmail(context, { paymentId, ownerHash: sessionHash(req) }, body.voterEmail);
      return { paymentId };
    },
    { before },
  );
  api.serve(
    'POST /api/confirm-payment',
    ({ body: { paymentIntentId, clientSecret }, req }) =>
      confirmCardPayment(context, cards, {
        paymentIntentId,
        clientSecret,
        ownerHash: sessionHash(req),
      }),
    { before },
  );
}
