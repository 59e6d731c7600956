import { Router } from 'express';
import {
  idempotencyHeaders,
  mobileMoneyPayment,
  type PaymentStarted,
  paymentIdParams,
} from '../../shared/contracts/payments';
import { parse } from '../http';
import type { PaymentContext } from './context';
import { readPaymentState, readReceiptCode } from './payment-state';
import { startMobileMoneyPayment } from './start-mobile-money-payment';

export function paymentRoutes(context: PaymentContext): Router {
  const router = Router();
  const provider = context.mobileMoney;

  if (provider) {
    router.post(`/api/${provider.name}-payment`, async (req, res) => {
      const { id, status } = await startMobileMoneyPayment(context, provider, {
        body: parse(mobileMoneyPayment, req.body),
        idempotencyKey: parse(idempotencyHeaders, req.headers)['idempotency-key'],
        ipAddress: req.ip,
      });
      const started: PaymentStarted = { paymentId: id, status };
      res.status(201).json(started);
    });
  }
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
