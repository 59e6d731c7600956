import express, { type Router } from 'express';
import { type ApiCall, apiCall } from './api-call';
import { badRequest, noSuch, StripeApiError } from './api-error';
import type { Books } from './books';
import { findDispute } from './disputes';
import { listOf, readPage } from './lists';
import type { PaymentIntent } from './objects';
import type { Params } from './params';
import {
  CANCELLATION_REASONS,
  readConfirmation,
  readCreate,
  readUpdate,
} from './payment-intent-params';
import { createRefund, findCharge, readRefund } from './refunds';
import type { StripeSandbox } from './sandbox';
import { expandedIntent, publicView, refuseUnknownExpansions } from './views';

/** The provider's HTTP interface, to be mounted at `/v1`: its SDKs know no other path. */
export function stripeApiRoutes(stripe: StripeSandbox): Router {
  const { books } = stripe;
  const router = express.Router();

  router.use(stripe.cutIfUnreachable);
  router.use(express.text({ type: 'application/x-www-form-urlencoded', limit: '64kb' }));

  router.post(
    '/payment_intents',
    apiCall(stripe, 'paymentIntents.create', {
      execute: (call) => createIntent(stripe, call),
      beforeAnswer: () => stripe.confirmNewIntents(),
    }),
  );
  router.get(
    '/payment_intents/:id',
    apiCall(stripe, 'paymentIntents.retrieve', {
      isPublic: true,
      execute: ({ params, id, caller }) => {
        const expand = readExpand(params);
        const intent = intentFor(stripe, { params, id, caller });
        params.refuseOthers();
        return viewFor(books, caller, intent, expand);
      },
    }),
  );
  router.post(
    '/payment_intents/:id',
    apiCall(stripe, 'paymentIntents.update', {
      execute: ({ params, id, caller }) => {
        const intent = stripe.paymentIntents.find(id);
        const expand = readExpand(params);
        const update = readUpdate(params, intent.currency);
        params.refuseOthers();
        return viewFor(books, caller, stripe.paymentIntents.update(intent, update), expand);
      },
    }),
  );
  router.post(
    '/payment_intents/:id/confirm',
    apiCall(stripe, 'paymentIntents.confirm', {
      isPublic: true,
      execute: ({ params, id, caller, origin, cause }) => {
        const expand = readExpand(params);
        const intent = intentFor(stripe, { params, id, caller });
        const confirmation = readConfirmation(params);
        params.refuseOthers();
        const after = stripe.paymentIntents.confirm(intent, confirmation, origin, cause);
        return viewFor(books, caller, after, expand);
      },
    }),
  );
  router.post(
    '/payment_intents/:id/cancel',
    apiCall(stripe, 'paymentIntents.cancel', {
      execute: ({ params, id, caller, cause }) => {
        const intent = stripe.paymentIntents.find(id);
        const expand = readExpand(params);
        const reason = params.oneOf('cancellation_reason', CANCELLATION_REASONS) ?? null;
        params.refuseOthers();
        const after = stripe.paymentIntents.cancel(intent, reason, cause);
        return viewFor(books, caller, after, expand);
      },
    }),
  );
  // As the provider's own script calls it; the payer's answer itself is ours.
  router.post(
    '/3ds2/authenticate',
    apiCall(stripe, 'challenges.answer', {
      isPublic: true,
      execute: ({ params, cause }) => {
        const id = params.requiredText('source');
        const outcome = params.oneOf('outcome', ['approved', 'refused']);
        params.refuseOthers();
        stripe.answerChallengeById(id, outcome === 'approved', cause);
        const state = outcome === 'approved' ? 'succeeded' : 'failed';
        return { id, object: 'three_d_secure_2', livemode: false, state };
      },
    }),
  );

  router.post(
    '/refunds',
    apiCall(stripe, 'refunds.create', {
      execute: ({ params, cause }) => {
        refuseUnknownExpansions(readExpand(params));
        const order = readRefund(books, params);
        params.refuseOthers();
        const refund = createRefund(books, order, cause);
        stripe.watchRefund(refund);
        return refund;
      },
    }),
  );
  router.get(
    '/refunds/:id',
    apiCall(stripe, 'refunds.retrieve', {
      execute: ({ params, id }) => {
        refuseUnknownExpansions(readExpand(params));
        params.refuseOthers();
        const refund = books.refunds.get(id);
        if (!refund) throw noSuch('refund', id, 'id');
        return refund;
      },
    }),
  );
  router.get(
    '/charges/:id',
    apiCall(stripe, 'charges.retrieve', {
      execute: ({ params, id }) => {
        refuseUnknownExpansions(readExpand(params));
        params.refuseOthers();
        return findCharge(books, id);
      },
    }),
  );
  router.get(
    '/disputes',
    apiCall(stripe, 'disputes.list', { execute: ({ params }) => listDisputes(books, params) }),
  );
  router.get(
    '/disputes/:id',
    apiCall(stripe, 'disputes.retrieve', {
      execute: ({ params, id }) => {
        refuseUnknownExpansions(readExpand(params));
        params.refuseOthers();
        return findDispute(books, id);
      },
    }),
  );
  router.get(
    '/events',
    apiCall(stripe, 'events.list', { execute: ({ params }) => listEvents(books, params) }),
  );

  router.use((req, res) => {
    const path = `${req.baseUrl}${req.path}`;
    const message = `Unrecognized request URL (${req.method}: ${path}).`;
    res.status(404).json({ error: { type: 'invalid_request_error', message } });
  });
  return router;
}

function createIntent(stripe: StripeSandbox, { params, caller, cause }: ApiCall) {
  const expand = readExpand(params);
  const order = readCreate(params);
  params.refuseOthers();
  return viewFor(stripe.books, caller, stripe.createIntent(order, cause), expand);
}

/** The intent of this call; a browser has to know its secret. */
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

function viewFor(
  books: Books,
  caller: ApiCall['caller'],
  intent: PaymentIntent,
  expand: readonly string[],
) {
  if (caller === 'server') return expandedIntent(books, intent, expand);
  refuseUnknownExpansions(expand);
  return publicView(intent);
}

function readExpand(params: Params): readonly string[] {
  return params.list('expand') ?? [];
}

function listDisputes(books: Books, params: Params) {
  const intentId = params.text('payment_intent');
  const chargeId = params.text('charge');
  const page = readPage(params);
  params.refuseOthers();
  return listOf('/v1/disputes', books.disputes.values(), page, (dispute) => {
    const isOfIntent = intentId == null || dispute.payment_intent === intentId;
    return isOfIntent && (chargeId == null || dispute.charge === chargeId);
  });
}

function listEvents(books: Books, params: Params) {
  const type = params.text('type');
  const types = params.list('types') ?? (type == null ? null : [type]);
  const isDelivered = params.flag('delivery_success');
  const page = readPage(params);
  params.refuseOthers();
  const announcements = [...books.announcements.values()].filter(
    ({ delivery }) => isDelivered === undefined || isDelivered === isSuccess(delivery),
  );
  const events = announcements.map(({ event, delivery }) => {
    return { ...event, pending_webhooks: delivery === 'due' ? 1 : 0 };
  });
  return listOf(
    '/v1/events',
    events,
    page,
    (event) => types === null || types.includes(event.type),
  );
}

/** An event that the application does not listen to counts as delivered. */
function isSuccess(delivery: string): boolean {
  return delivery === 'delivered' || delivery === 'none';
}
