import express, { type Router } from 'express';
import { type ApiCall, apiCall, type EndpointDefinition } from './api-call';
import { badRequest, noSuch, StripeApiError } from './api-error';
import { BALANCE_EXPANSIONS, balanceTransactions, balanceView } from './balance-transactions';
import { findDispute } from './disputes';
import type { Endpoint } from './faults';
import { listOf, readPage } from './lists';
import type { PaymentIntent } from './objects';
import {
  CANCELLATION_REASONS,
  readConfirmation,
  readCreate,
  readUpdate,
} from './payment-intent-params';
import { createRefund, findCharge, readRefund } from './refunds';
import type { StripeSandbox } from './sandbox';
import { expandedIntent, INTENT_EXPANSIONS, publicView } from './views';

/**
 * The provider's HTTP interface; must be mounted at `/v1`, because its SDKs support no other path.
 */
export function stripeApiRoutes(stripe: StripeSandbox): Router {
  const { records } = stripe;
  const router = express.Router();

  router.use(stripe.cutIfUnreachable);
  router.use(express.text({ type: 'application/x-www-form-urlencoded', limit: '64kb' }));

  const serve = <Input>(
    method: 'get' | 'post',
    path: string,
    endpoint: Endpoint,
    definition: EndpointDefinition<Input>,
  ) => router[method](path, apiCall(stripe, endpoint, definition));
  const { paymentIntents } = stripe;
  const view = ({ caller, expand }: ApiCall, intent: PaymentIntent) =>
    caller === 'server' ? expandedIntent(records, intent, expand) : publicView(intent);

  serve('post', '/payment_intents', 'paymentIntents.create', {
    expandable: INTENT_EXPANSIONS,
    read: ({ params }) => readCreate(params),
    execute: (order, call) => view(call, stripe.createIntent(order, call.cause)),
    beforeAnswer: () => stripe.confirmNewIntents(),
  });
  serve('get', '/payment_intents/:id', 'paymentIntents.retrieve', {
    isPublic: true,
    expandable: INTENT_EXPANSIONS,
    read: (call) => intentFor(stripe, call),
    execute: (intent, call) => view(call, intent),
  });
  serve('post', '/payment_intents/:id', 'paymentIntents.update', {
    expandable: INTENT_EXPANSIONS,
    read: ({ params, id }) => {
      const intent = paymentIntents.find(id);
      return { intent, update: readUpdate(params, intent.currency) };
    },
    execute: ({ intent, update }, call) => view(call, paymentIntents.update(intent, update)),
  });
  serve('post', '/payment_intents/:id/confirm', 'paymentIntents.confirm', {
    isPublic: true,
    expandable: INTENT_EXPANSIONS,
    read: (call) => {
      return { intent: intentFor(stripe, call), confirmation: readConfirmation(call.params) };
    },
    execute: ({ intent, confirmation }, call) =>
      view(call, paymentIntents.confirm(intent, confirmation, call.origin, call.cause)),
  });
  serve('post', '/payment_intents/:id/cancel', 'paymentIntents.cancel', {
    expandable: INTENT_EXPANSIONS,
    read: ({ params, id }) => {
      const intent = paymentIntents.find(id);
      return { intent, reason: params.oneOf('cancellation_reason', CANCELLATION_REASONS) ?? null };
    },
    execute: ({ intent, reason }, call) =>
      view(call, paymentIntents.cancel(intent, reason, call.cause)),
  });
  // Called like this by the provider's own script; the parameter with the payer's answer is ours.
  serve('post', '/3ds2/authenticate', 'challenges.answer', {
    isPublic: true,
    read: ({ params }) => {
      const id = params.requiredText('source');
      return { id, isApproved: params.oneOf('outcome', ['approved', 'refused']) === 'approved' };
    },
    execute: ({ id, isApproved }, { cause }) => {
      stripe.answerChallengeById(id, isApproved, cause);
      const state = isApproved ? 'succeeded' : 'failed';
      return { id, object: 'three_d_secure_2', livemode: false, state };
    },
  });

  serve('post', '/refunds', 'refunds.create', {
    read: ({ params }) => readRefund(records, params),
    execute: (order, { cause }) => {
      const refund = createRefund(records, order, cause);
      stripe.watchRefund(refund);
      return refund;
    },
  });
  serve('get', '/refunds', 'refunds.list', {
    read: ({ params }) => readPage(params),
    execute: (page) => listOf('/v1/refunds', records.refunds.values(), page),
  });
  serve('get', '/refunds/:id', 'refunds.retrieve', {
    read: ({ id }) => id,
    execute: (id) => {
      const refund = records.refunds.get(id);
      if (!refund) throw noSuch('refund', id, 'id');
      return refund;
    },
  });
  serve('get', '/charges/:id', 'charges.retrieve', {
    read: ({ id }) => id,
    execute: (id) => findCharge(records, id),
  });
  serve('get', '/disputes', 'disputes.list', {
    read: ({ params }) => ({
      intentId: params.text('payment_intent'),
      chargeId: params.text('charge'),
      page: readPage(params),
    }),
    execute: ({ intentId, chargeId, page }) =>
      listOf('/v1/disputes', records.disputes.values(), page, (dispute) => {
        const isOfIntent = intentId == null || dispute.payment_intent === intentId;
        return isOfIntent && (chargeId == null || dispute.charge === chargeId);
      }),
  });
  serve('get', '/disputes/:id', 'disputes.retrieve', {
    read: ({ id }) => id,
    execute: (id) => findDispute(records, id),
  });
  serve('get', '/events', 'events.list', {
    read: ({ params }) => {
      const type = params.text('type');
      const types = params.list('types') ?? (type == null ? null : [type]);
      return { types, isDelivered: params.flag('delivery_success'), page: readPage(params) };
    },
    execute: ({ types, isDelivered, page }) => {
      const events = [...records.announcements.values()]
        .filter(({ delivery }) => isDelivered === undefined || isDelivered === isSuccess(delivery))
        .map(({ event }) => event);
      return listOf('/v1/events', events, page, ({ type }) => types?.includes(type) ?? true);
    },
  });
  serve('get', '/balance_transactions', 'balanceTransactions.list', {
    expandable: BALANCE_EXPANSIONS,
    read: ({ params }) => readPage(params),
    execute: (page, { expand }) => {
      const all = balanceTransactions(records, stripe.switches);
      const list = listOf('/v1/balance_transactions', all, page);
      return { ...list, data: list.data.map((transaction) => balanceView(transaction, expand)) };
    },
  });

  router.use((req, res) => {
    const path = `${req.baseUrl}${req.path}`;
    const message = `Unrecognized request URL (${req.method}: ${path}).`;
    res.status(404).json({ error: { type: 'invalid_request_error', message } });
  });
  return router;
}

/** Returns the intent of this call; a browser must send its secret. */
function intentFor(
  stripe: StripeSandbox,
  { params, id, caller }: Pick<ApiCall, 'params' | 'id' | 'caller'>,
): PaymentIntent {
  const intent = stripe.paymentIntents.find(id);
  const secret = params.text('client_secret');
  if (secret === intent.client_secret || (secret == null && caller === 'server')) return intent;
  if (secret == null) {
    throw badRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  throw new StripeApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_invalid_parameter',
    message:
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    param: 'client_secret',
  });
}

/** An event type that the application does not subscribe to counts as delivered. */
function isSuccess(delivery: string): boolean {
  return delivery === 'delivered' || delivery === 'none';
}
