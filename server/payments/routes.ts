import { type RequestHandler, Router } from 'express';
import {
  type CardConfirmed,
  type CardSession,
  cardAttempt,
  cardConfirmation,
  cardPayment,
  idempotencyHeaders,
  mobileMoneyPayment,
  type PaymentStarted,
  paymentIdParams,
  voterEmailChange,
} from '#shared/contracts/payments';
import { sessionHash } from '../auth';
import { CARD_SESSIONS, clientAddress, PAYMENT_STARTS, parse, type RateLimiter } from '../http';
import { attemptCardPayment, changeVoterEmail } from './card/attempt-card-payment';
import { confirmCardPayment } from './card/confirm-card-payment';
import { startCardPayment } from './card/start-card-payment';
import { readPaymentState, readReceiptCode } from './checks/payment-state';
import type { PaymentContext } from './context';
import { startMobileMoneyPayment } from './mobile-money/start-mobile-money-payment';
import type { CardProvider, MobileMoneyProvider } from './providers/provider';

/** @param sessions what makes `req.session`; only card payments belong to a browser session */
export function paymentRoutes(
  context: PaymentContext,
  limiter: RateLimiter,
  sessions: RequestHandler[],
): Router {
  const router = Router();
  const { mobileMoney, cards } = context;
  if (mobileMoney) addMobileMoneyRoutes(router, context, mobileMoney, limiter);
  if (cards) addCardRoutes(router, context, cards, limiter, sessions);

  router.get('/api/payment/:paymentId/status', async (req, res) => {
    const { paymentId } = parse(paymentIdParams, req.params);
    res.set('Cache-Control', 'no-store').json(await readPaymentState(context, paymentId));
  });
  router.get('/api/payment/:paymentId/receipt-code', async (req, res) => {
    const { paymentId } = parse(paymentIdParams, req.params);
    res.set('Cache-Control', 'no-store').json(await readReceiptCode(context, paymentId));
  });

  return router;
}

function addMobileMoneyRoutes(
  router: Router,
  context: PaymentContext,
  provider: MobileMoneyProvider,
  limiter: RateLimiter,
): void {
  router.post(`/api/${provider.name}-payment`, async (req, res) => {
    const request = {
      body: parse(mobileMoneyPayment, req.body),
      idempotencyKey: parse(idempotencyHeaders, req.headers)['idempotency-key'],
      ipAddress: clientAddress(req.ip),
    };
    const admit = () => limiter.countFrom(req.ip, PAYMENT_STARTS);
    const { id, status } = await startMobileMoneyPayment(context, provider, request, admit);
    const started: PaymentStarted = { paymentId: id, status };
    res.status(201).json(started);
  });
}

function addCardRoutes(
  router: Router,
  context: PaymentContext,
  cards: CardProvider,
  limiter: RateLimiter,
  sessions: RequestHandler[],
): void {
  router.post('/api/create-payment-intent-multi', ...sessions, async (req, res) => {
    const body = parse(cardPayment, req.body);
    await limiter.countFrom(req.ip, CARD_SESSIONS);
    // Gives the browser its cookie, with which alone it can change and confirm this payment.
    req.session.isVoter = true;
    const ownerHash = sessionHash(req);
    const request = { body, ownerHash, ipAddress: clientAddress(req.ip) };
    const session: CardSession = await startCardPayment(context, cards, request);
    res.set('Cache-Control', 'no-store').json(session);
  });
  router.patch('/api/payment/:paymentId/attempt', ...sessions, async (req, res) => {
    const { paymentId } = parse(paymentIdParams, req.params);
    const { revision } = parse(cardAttempt, req.body);
    const own = { paymentId, ownerHash: sessionHash(req) };
    await attemptCardPayment(context, cards, own, revision);
    res.json({ paymentId });
  });
  router.patch('/api/payment/:paymentId/email', ...sessions, async (req, res) => {
    const { paymentId } = parse(paymentIdParams, req.params);
    const { voterEmail } = parse(voterEmailChange, req.body);
    await changeVoterEmail(context, { paymentId, ownerHash: sessionHash(req) }, voterEmail);
    res.json({ paymentId });
  });
  router.post('/api/confirm-payment', ...sessions, async (req, res) => {
    const { paymentIntentId, clientSecret } = parse(cardConfirmation, req.body);
    const ownerHash = sessionHash(req);
    const confirmation = { paymentIntentId, clientSecret, ownerHash };
    const confirmed: CardConfirmed = await confirmCardPayment(context, cards, confirmation);
    res.json(confirmed);
  });
}
