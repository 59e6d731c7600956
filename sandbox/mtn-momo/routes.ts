import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import { ok, type Reply } from '#sandbox/faults';
import { unreadable, walletRouter } from '#sandbox/mobile-money/router';
import { parseJson } from '#sandbox/read-state';
import { empty, failure } from './answers';
import { isHostName } from './callback-host';
import { MTN_MOMO_SANDBOX_SUBSCRIPTION_KEY } from './credentials';
import { CURRENCY_OF } from './environment';
import { reportOf } from './reports';
import { isUuidV4, readRequestToPay } from './request-to-pay';
import type { Endpoint, MtnMomoSandbox } from './sandbox';
import { hasWallet } from './wallets';

/**
 * The provider's HTTP interface: an API gateway that checks the subscription key, and the wallet
 * platform behind it. Paths are exactly as published; the token's ends with a slash.
 */
export function mtnMomoRoutes(momo: MtnMomoSandbox): Router {
  // Read as text whatever its type: the token call must see that there is no body, and invalid JSON
  // must be refused by each call's rules, in their order.
  const readBody = express.text({ type: () => true, limit: '16kb' });
  const { router, serve } = walletRouter<Endpoint>(
    momo,
    readBody,
    (req) => gatewayRefusal(momo, req) ?? platformRefusal(momo, req),
  );

  serve('post', '/v1_0/apiuser', 'apiuser', (req) => createApiUser(momo, req));
  serve('get', '/v1_0/apiuser/:id', 'apiuser', ({ params }) => findApiUser(momo, params.id));
  serve('post', '/v1_0/apiuser/:id/apikey', 'apiuser', ({ params }) =>
    createApiKey(momo, params.id),
  );
  serve('post', '/collection/token/', 'token', (req) => issueToken(momo, req));

  const collection = '/collection/v1_0';
  serve('post', `${collection}/requesttopay`, 'requesttopay', (req) => requestToPay(momo, req));
  serve('get', `${collection}/requesttopay/:reference`, 'status', ({ params }) =>
    findPayment(momo, params.reference),
  );
  serve('get', `${collection}/accountholder/msisdn/:number/active`, 'accountholder', (req) =>
    findAccountHolder(momo, req.params.number),
  );
  serve('get', `${collection}/account/balance`, 'balance', () => ok(balanceOf(momo)));

  router.use((_req, res) => {
    res.status(404).end();
  });
  router.use(unreadable(undefined));
  return router;
}

/** Checks made by the gateway for every call. */
function gatewayRefusal({ switches }: MtnMomoSandbox, req: Request): Reply | null {
  if (switches.addressRefusal !== null) return empty(switches.addressRefusal);
  const key = req.get('ocp-apim-subscription-key');
  return key === MTN_MOMO_SANDBOX_SUBSCRIPTION_KEY ? null : empty(401);
}

/** Checks for every call except those for users and tokens. */
function platformRefusal(momo: MtnMomoSandbox, req: Request): Reply | null {
  if (!req.path.startsWith('/collection/v1_0/')) return null;
  if (callerOf(momo, req) === null) return empty(401);
  return req.get('x-target-environment') === momo.switches.targetEnvironment
    ? null
    : failure(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT');
}

/** Returns the id of the API user that the token belongs to. */
function callerOf({ tokens }: MtnMomoSandbox, req: Request): string | null {
  return tokens.ownerOf(/^Bearer (\S+)$/.exec(req.get('authorization') ?? '')?.[1]);
}

function issueToken({ apiUsers, tokens }: MtnMomoSandbox, req: Request): Reply {
  if (textOf(req) !== '') return empty(400);
  const userId = apiUsers.signIn(req.get('authorization'));
  if (userId === null) return empty(401);
  const { token, seconds } = tokens.issue(userId);
  return ok({ access_token: token, token_type: 'access_token', expires_in: seconds });
}

async function requestToPay(momo: MtnMomoSandbox, req: Request): Promise<Reply> {
  const { apiUsers, ledger, switches } = momo;
  const caller = apiUsers.find(callerOf(momo, req) ?? '');
  if (!caller) return empty(401);
  const verdict = readRequestToPay(req.headers, parseJson(textOf(req)), {
    environment: switches.targetEnvironment,
    callbackHost: caller.providerCallbackHost,
  });
  if (!verdict.isAccepted) return verdict.refusal;
  const { order } = verdict;
  if (ledger.find(order.reference)) return failure(409, 'RESOURCE_ALREADY_EXIST');
  await momo.requestToPay(order);
  return empty(202);
}

/** A failed payment is found like any other: the call itself succeeds. */
function findPayment(momo: MtnMomoSandbox, reference: unknown): Reply {
  if (!isUuidV4(reference)) return empty(400);
  const transaction = momo.switches.hidesPayments ? null : momo.ledger.find(reference);
  return transaction
    ? ok(reportOf(transaction, momo.switchesFor(transaction)))
    : failure(404, 'RESOURCE_NOT_FOUND');
}

function findAccountHolder({ switches }: MtnMomoSandbox, number: unknown): Reply {
  if (typeof number !== 'string' || !/^\d{8,15}$/.test(number)) return empty(400);
  return ok({ result: hasWallet(number, switches.targetEnvironment) });
}

function balanceOf({ ledger, switches }: MtnMomoSandbox) {
  const currency = CURRENCY_OF[switches.targetEnvironment];
  const available = ledger
    .all()
    .filter(
      (transaction) => transaction.status === 'SUCCESSFUL' && transaction.currency === currency,
    )
    .reduce((sum, { amount }) => sum + amount, 0);
  return { availableBalance: String(available), currency };
}

const apiUserBody = z.object({ providerCallbackHost: z.string().refine(isHostName) });

/** The API creates users in the test environment only; live ones come from the portal. */
function createApiUser({ apiUsers, switches }: MtnMomoSandbox, req: Request): Reply {
  if (switches.targetEnvironment !== 'sandbox') return empty(404);
  const id = req.get('x-reference-id');
  const body = apiUserBody.safeParse(parseJson(textOf(req)));
  if (!isUuidV4(id) || !body.success) return empty(400);
  if (apiUsers.find(id)) return failure(409, 'RESOURCE_ALREADY_EXIST');
  apiUsers.create(id, body.data.providerCallbackHost);
  return empty(201);
}

function createApiKey({ apiUsers, switches }: MtnMomoSandbox, id: unknown): Reply {
  if (switches.targetEnvironment !== 'sandbox') return empty(404);
  if (!isUuidV4(id)) return empty(400);
  const apiKey = apiUsers.renewKey(id);
  return apiKey === null ? failure(404, 'RESOURCE_NOT_FOUND') : { status: 201, body: { apiKey } };
}

function findApiUser({ apiUsers, switches }: MtnMomoSandbox, id: unknown): Reply {
  if (switches.targetEnvironment !== 'sandbox') return empty(404);
  const user = isUuidV4(id) ? apiUsers.find(id) : null;
  if (!user) return failure(404, 'RESOURCE_NOT_FOUND');
  const { providerCallbackHost } = user;
  return ok({ providerCallbackHost, targetEnvironment: switches.targetEnvironment });
}

function textOf(req: Request): string {
  return typeof req.body === 'string' ? req.body : '';
}
