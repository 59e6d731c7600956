import express, { type Request, type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import { ok, type Reply } from '#sandbox/faults';
import { listedWith } from '#sandbox/mobile-money/listed';
import { unreadable, walletRouter } from '#sandbox/mobile-money/router';
import { readCollect } from './collect-rules';
import {
  CAMPAY_SANDBOX_PASSWORD,
  CAMPAY_SANDBOX_PERMANENT_TOKEN,
  CAMPAY_SANDBOX_USERNAME,
} from './credentials';
import { historyEntryOf, netOf, reportOf } from './reports';
import type { CampaySandbox, Endpoint } from './sandbox';
import { signatureOf } from './signature';
import type { CampayTransaction } from './transaction';

/**
 * The provider's HTTP interface. It is a Django application: paths end with a slash, and errors
 * other than its own `ER…` codes look like those of Django REST framework.
 */
export function campayRoutes(campay: CampaySandbox): Router {
  const { router, serve } = walletRouter<Endpoint>(
    campay,
    express.json({ limit: '16kb' }),
    (req) => (req.path === '/token/' ? null : refusalOf(campay, req)),
  );
  // Also without the slash, because one of the provider's SDKs omits it.
  const transactionPaths = ['/transaction/:reference/', '/transaction/:reference'];
  serve('post', '/token/', 'token', ({ body }) => issueToken(campay, body));
  serve('post', '/collect/', 'collect', ({ body }) => collect(campay, body));
  serve('get', transactionPaths, 'transaction', ({ params }) =>
    findTransaction(campay, params.reference),
  );
  serve('post', '/history/', 'history', ({ body }) => listHistory(campay, body));
  serve('get', '/balance/', 'balance', () => ok(balanceOf(campay.ledger.all())));
  router.all(
    ['/token/', '/collect/', ...transactionPaths, '/history/', '/balance/'],
    methodNotAllowed,
  );

  router.use((_req, res) => {
    res.status(404).json({ detail: 'Not found.' });
  });
  router.use(unreadable({ detail: 'The request could not be parsed.' }));
  return router;
}

const credentialsBody = z.object({
  username: z.literal(CAMPAY_SANDBOX_USERNAME),
  password: z.literal(CAMPAY_SANDBOX_PASSWORD),
});

function issueToken(campay: CampaySandbox, body: unknown): Reply {
  const credentials = credentialsBody.safeParse(body);
  if (!credentials.success) {
    const text = 'Unable to log in with provided credentials.';
    return { status: 400, body: { non_field_errors: [text] } };
  }
  const { token, seconds } = campay.tokens.issue(credentials.data.username);
  return ok({ token, expires_in: seconds });
}

/**
 * Parses the `Authorization` header: with any other scheme before the token it is not recognised at
 * all.
 */
function refusalOf(campay: CampaySandbox, req: Request): Reply | null {
  const token = /^Token (\S+)$/.exec(req.get('authorization') ?? '')?.[1];
  if (token === undefined) {
    return { status: 401, body: { detail: 'Authentication credentials were not provided.' } };
  }
  const isValid = token === CAMPAY_SANDBOX_PERMANENT_TOKEN || campay.tokens.ownerOf(token) !== null;
  return isValid ? null : { status: 401, body: { detail: 'Invalid token.' } };
}

async function collect(campay: CampaySandbox, body: unknown): Promise<Reply> {
  const { ledger, switches } = campay;
  const verdict = readCollect(body, switches);
  if (!verdict.isAccepted) return { status: 400, body: verdict.refusal };
  const { order } = verdict;

  const earlier = order.externalReference
    ? ledger.all().find((transaction) => transaction.externalReference === order.externalReference)
    : undefined;
  if (earlier && switches.repeatedReference === 'refused') {
    return { status: 400, body: { message: 'external_reference already exists' } };
  }
  if (earlier) return ok(acceptanceOf(earlier));

  const aMinuteAgo = Date.now() - 60_000;
  const isRecent = ({ number, createdAt }: CampayTransaction) =>
    number === order.number && createdAt > aMinuteAgo;
  if (switches.numberLimitStatus !== null && ledger.all().some(isRecent)) {
    const message = 'Rate limit per Phone number exceeded. Try again in a minute.';
    return { status: switches.numberLimitStatus, body: { message } };
  }
  return ok(acceptanceOf(await campay.collect(order)));
}

/** Exactly these three fields, without a status. */
function acceptanceOf({ reference, operator }: CampayTransaction) {
  return { reference, ussd_code: operator === 'MTN' ? '*126#' : '#150*50#', operator };
}

async function findTransaction(campay: CampaySandbox, reference: unknown): Promise<Reply> {
  const transaction = typeof reference === 'string' ? campay.ledger.find(reference) : null;
  if (!transaction) return { status: 404, body: { message: 'Transaction not found' } };
  const signature = await signatureOf('valid', campay.application);
  return ok(reportOf(transaction, signature ?? '', campay.switchesFor(transaction)));
}

const historyBody = z.object({ start_date: z.iso.date(), end_date: z.iso.date() });

/** Lists only finished payments, by the day (UTC) of their start. */
function listHistory(campay: CampaySandbox, body: unknown): Reply {
  const parsed = historyBody.safeParse(body);
  if (!parsed.success) {
    return { status: 400, body: { message: 'start_date and end_date must be YYYY-MM-DD' } };
  }
  const { start_date, end_date } = parsed.data;
  const data = listedWith(campay.ledger.all(), campay.switches.listFaults)
    .filter(({ status }) => status !== 'PENDING')
    .filter(({ createdAt }) => {
      const day = new Date(createdAt).toISOString().slice(0, 10);
      return start_date <= day && day <= end_date;
    })
    .map((transaction) => historyEntryOf(transaction, campay.switches));
  return ok({ data });
}

function balanceOf(transactions: CampayTransaction[]) {
  const sumOf = (operator: CampayTransaction['operator']) =>
    transactions
      .filter(
        (transaction) => transaction.status === 'SUCCESSFUL' && transaction.operator === operator,
      )
      .reduce((sum, { amount }) => sum + netOf(amount), 0);
  const mtn = sumOf('MTN');
  const orange = sumOf('Orange');
  return {
    total_balance: mtn + orange,
    mtn_balance: mtn,
    orange_balance: orange,
    currency: 'XAF',
    utility_balance: 0,
    utility_commission_balance: 0,
  };
}

const methodNotAllowed: RequestHandler = (req, res) => {
  res.status(405).json({ detail: `Method "${req.method}" not allowed.` });
};
