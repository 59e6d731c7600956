import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import { ok, type Reply } from '#sandbox/faults';
import { unreadable, walletRouter } from '#sandbox/mobile-money/router';
import { parseJson } from '#sandbox/read-state';
import { activeConfiguration, availability, predictProvider } from './account';
import { PAWAPAY_SANDBOX_API_TOKEN } from './credentials';
import { readDepositRequest, readOrder } from './deposit-rules';
import { failed, failureReason } from './failures';
import { isoSeconds, reportOf } from './reports';
import type { Endpoint, PawapaySandbox } from './sandbox';
import { WALLETS } from './wallets';

/**
 * The part of the provider's merchant API v2 that collects money; does not include payouts,
 * refunds, statements and its hosted pages, nor requests that must be signed. Not documented, and
 * chosen here: that a repeat is ignored before anything but its form is checked, that a rejected
 * deposit leaves its id unused, and that deposits from a DELAYED operator are accepted.
 */
export function pawapayRoutes(pawapay: PawapaySandbox): Router {
  // Read as text: invalid JSON is refused by the rules of each call, after those for all calls.
  const readBody = express.text({ type: () => true, limit: '16kb' });
  const { router, serve } = walletRouter<Endpoint>(pawapay, readBody, (req) =>
    refusalOf(pawapay, req),
  );

  serve('post', '/v2/deposits', 'deposits', (req) => deposit(pawapay, jsonOf(req)));
  serve('get', '/v2/deposits/:id', 'status', ({ params }) => findDeposit(pawapay, params.id));
  serve('post', '/v2/deposits/resend-callback/:id', 'resend-callback', ({ params }) =>
    resendCallback(pawapay, params.id),
  );
  serve('get', '/v2/active-conf', 'active-conf', () => activeConfiguration(pawapay));
  serve('get', '/v2/availability', 'availability', ({ query }) => availability(pawapay, query));
  serve('post', '/v2/predict-provider', 'predict-provider', (req) => predictProvider(jsonOf(req)));
  serve('get', '/v2/public-key/http', 'public-key', () => ok(pawapay.keys.published()));

  router.use((_req, res) => {
    res.status(404).json({ failureReason: failureReason('NOT_FOUND', 'No such path') });
  });
  router.use(unreadable({ failureReason: failureReason('INVALID_INPUT', 'Unreadable') }));
  return router;
}

const jsonOf = (req: Request): unknown =>
  typeof req.body === 'string' ? parseJson(req.body) : undefined;

/** Checks that apply to every call. */
function refusalOf({ switches }: PawapaySandbox, req: Request): Reply | null {
  const token = /^Bearer (\S+)$/.exec(req.get('authorization') ?? '')?.[1];
  if (token === undefined) {
    return failed('NO_AUTHENTICATION', 'The request contains no API token');
  }
  return token === PAWAPAY_SANDBOX_API_TOKEN && !switches.isTokenRevoked
    ? null
    : failed('AUTHENTICATION_ERROR', 'The API token in the request is invalid');
}

async function deposit(pawapay: PawapaySandbox, body: unknown): Promise<Reply> {
  const { switches, ledger } = pawapay;
  const request = readDepositRequest(body);
  if (!request.isAccepted) return request.refusal;
  const { depositId } = request.value;
  const known = ledger.find(depositId);
  if (known) {
    return ok({ depositId, status: 'DUPLICATE_IGNORED', created: isoSeconds(known.createdAt) });
  }
  if (!switches.allowsDeposits) {
    return failed('DEPOSITS_NOT_ALLOWED', 'Deposits are not enabled', depositId);
  }
  const order = readOrder(request.value);
  if (!order.isAccepted) return order.refusal;
  const { wallet } = order.value;
  if (switches.operators[WALLETS[wallet]] === 'CLOSED') {
    return failed('PROVIDER_TEMPORARILY_UNAVAILABLE', `'${wallet}' has an outage`, depositId);
  }
  await pawapay.deposit(order.value);
  const { createdAt = Date.now() } = ledger.find(depositId) ?? {};
  return ok({
    depositId,
    status: 'ACCEPTED',
    nextStep: 'FINAL_STATUS',
    created: isoSeconds(createdAt),
  });
}

const isId = (id: unknown): id is string => z.uuid().safeParse(id).success;
const invalidId = () => failed('INVALID_PARAMETER', "The value of 'depositId' is invalid");

/** A deposit that is not there is an ordinary answer. */
function findDeposit(pawapay: PawapaySandbox, id: unknown): Reply {
  if (!isId(id)) return invalidId();
  const found = pawapay.switches.hidesDeposits ? null : pawapay.ledger.find(id);
  return ok(
    found
      ? { status: 'FOUND', data: reportOf(found, pawapay.switchesFor(found)) }
      : { status: 'NOT_FOUND' },
  );
}

function resendCallback(pawapay: PawapaySandbox, id: unknown): Reply {
  if (!isId(id)) return invalidId();
  const found = pawapay.ledger.find(id);
  if (!found) return failed('NOT_FOUND', `Deposit with ID ${id} not found`, id);
  if (found.status === 'PENDING') {
    return failed('INVALID_STATE', `Deposit with ID ${id} has not finished processing`, id);
  }
  void pawapay.sendWebhook(id);
  return ok({ depositId: id, status: 'ACCEPTED' });
}
