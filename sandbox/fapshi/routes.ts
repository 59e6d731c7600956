import { randomInt } from 'node:crypto';
import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import { ok, type Reply } from '#sandbox/faults';
import { listedWith } from '#sandbox/mobile-money/listed';
import { unreadable, walletRouter } from '#sandbox/mobile-money/router';
import { FAPSHI_SANDBOX_API_KEY, FAPSHI_SANDBOX_API_USER } from './credentials';
import { readDirectPay } from './direct-pay-rules';
import { isMerchantId, isTransId } from './ids';
import { isoDate, recordOf } from './reports';
import type { Endpoint, FapshiSandbox } from './sandbox';
import { search } from './search';
import type { FapshiTransaction } from './transaction';

/**
 * The provider's HTTP interface for a service that collects with direct pay; does not include its
 * hosted payment pages (`/initiate-pay`). Every refusal is `{ message }`.
 */
export function fapshiRoutes(fapshi: FapshiSandbox): Router {
  const { router, serve } = walletRouter<Endpoint>(fapshi, express.json({ limit: '16kb' }), (req) =>
    refusalOf(fapshi, req),
  );

  serve('post', '/direct-pay', 'direct-pay', ({ body }) => directPay(fapshi, body));
  serve('get', '/payment-status/:transId', 'payment-status', ({ params }) =>
    paymentStatus(fapshi, params.transId),
  );
  serve('get', '/transaction/:userId', 'transaction', ({ params }) =>
    transactionsOf(fapshi, params.userId),
  );
  serve('post', '/expire-pay', 'expire-pay', ({ body }) => expirePay(fapshi, body));
  serve('get', '/search', 'search', ({ query }) =>
    ok(records(fapshi, search(listedWith(listed(fapshi), fapshi.switches.listFaults), query))),
  );
  serve('get', '/balance', 'balance', () => ok(balanceOf(fapshi)));
  // A service can either collect or pay out, and this one collects.
  router.post('/payout', (req, res) => {
    const { status, body } =
      refusalOf(fapshi, req) ?? refused(403, 'Payouts are not enabled for this service');
    res.status(status).json(body);
  });

  router.use((_req, res) => {
    res.status(400).json({ message: INVALID_URL });
  });
  router.use(unreadable({ message: 'The request could not be read' }));
  return router;
}

const INVALID_URL = 'Invalid request URL';
const invalidUrl = () => refused(400, INVALID_URL);
const notFound = () => refused(404, 'Resource not found');

/** Checks that apply to every call. */
function refusalOf({ switches }: FapshiSandbox, req: Request): Reply | null {
  if (req.method === 'GET' && hasBody(req)) return refused(400, 'GET requests cannot have a body');
  const isOurs =
    req.get('apiuser') === FAPSHI_SANDBOX_API_USER && req.get('apikey') === FAPSHI_SANDBOX_API_KEY;
  if (isOurs && !switches.areCredentialsRevoked) return null;
  return refused(403, 'Invalid API credentials');
}

function hasBody(req: Request): boolean {
  return req.get('transfer-encoding') !== undefined || Number(req.get('content-length') ?? 0) > 0;
}

async function directPay(fapshi: FapshiSandbox, body: unknown): Promise<Reply> {
  const { switches } = fapshi;
  if (switches.directPay === 'not-enabled') {
    return refused(403, 'Direct pay is not enabled for this service');
  }
  if (switches.directPay === 'address-not-allowed') {
    return refused(403, 'Requests from this address are not allowed');
  }
  const verdict = readDirectPay(body);
  if (!verdict.isAccepted) return refused(400, verdict.refusal);
  const { reference, createdAt } = await fapshi.directPay(verdict.order);
  // Exactly these three fields, without a status.
  return ok({
    message: 'Payment request sent',
    transId: reference,
    dateInitiated: isoDate(createdAt),
  });
}

function paymentStatus(fapshi: FapshiSandbox, transId: unknown): Reply {
  if (typeof transId !== 'string' || !isTransId(transId)) return invalidUrl();
  const transaction = fapshi.ledger.find(transId);
  if (!transaction) return notFound();
  if (!fapshi.statusLimit.admits(transId)) return refused(429, 'Too many requests');

  const answer = records(fapshi, [transaction]);
  fapshi.markAsRequested(transaction);
  return ok(fapshi.switches.statusIsArray ? answer : answer[0]);
}

function transactionsOf(fapshi: FapshiSandbox, userId: unknown): Reply {
  if (typeof userId !== 'string' || !isMerchantId(userId)) return invalidUrl();
  const found = listed(fapshi).filter((transaction) => transaction.userId === userId);
  if (found.length === 0 && fapshi.switches.unknownUserId === 'not-found') return notFound();
  return ok(records(fapshi, found));
}

const expireBody = z.object({ transId: z.string() });

/** For payment links only: a direct-pay transaction cannot be cancelled. */
function expirePay(fapshi: FapshiSandbox, body: unknown): Reply {
  const parsed = expireBody.safeParse(body);
  if (!parsed.success) return refused(400, 'transId required');
  const { transId } = parsed.data;
  if (!isTransId(transId)) return refused(400, 'invalid transaction id');
  if (!fapshi.ledger.find(transId)) return notFound();
  return refused(400, 'This transaction has no link that could expire');
}

/** The figures are invented; a response shows that the credentials are valid. */
function balanceOf(fapshi: FapshiSandbox) {
  return { service: fapshi.service.name, balance: randomInt(1_000_000), currency: 'XAF' };
}

function listed({ ledger, switches }: FapshiSandbox): FapshiTransaction[] {
  const all = ledger.all();
  return switches.listsUnfinished ? all : all.filter(({ status }) => status !== 'PENDING');
}

function records(fapshi: FapshiSandbox, transactions: FapshiTransaction[]) {
  return transactions.map((transaction) =>
    recordOf(transaction, fapshi.service, fapshi.switchesFor(transaction)),
  );
}

function refused(status: number, message: string): Reply {
  return { status, body: { message } };
}
