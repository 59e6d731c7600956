import { Router } from 'express';
import {
  type AdminPaymentHistory,
  type Analytics,
  analyticsQuery,
  type PendingPaymentsChecked,
  paymentExportQuery,
  type RefundStarted,
  type Stats,
  type VoterTracking,
  voterTrackingQuery,
} from '#shared/contracts/admin-payments';
import { idParams } from '#shared/contracts/catalog';
import { adminActions } from '#shared/schema';
import { currentAdmin } from '../auth';
import type { Config } from '../config';
import { parse } from '../http';
import { type PaymentContext, PendingPaymentsCheck, refundCardPayment } from '../payments';
import { readAnalytics } from './analytics';
import { sendPaymentsCsv } from './export-payments';
import { readPaymentHistory } from './payment-history';
import { readStats } from './stats';
import { trackPayments } from './track-payments';

interface AdminPaymentDeps {
  config: Pick<Config, 'event' | 'xafPerUsd'>;
  payments: PaymentContext;
}

/** What administrators see of the money, and do about it. To be mounted behind their guard. */
export function adminPaymentRoutes({ config, payments }: AdminPaymentDeps): Router {
  const { db } = payments;
  const { timezone } = config.event;
  const terms = () => ({ timezone, xafPerUsd: config.xafPerUsd, now: new Date() });
  const router = Router();

  router.get('/api/stats', async (_req, res) => {
    const stats: Stats = await readStats(db, terms());
    res.json(stats);
  });
  router.get('/api/admin/analytics', async (req, res) => {
    const { days } = parse(analyticsQuery, req.query);
    const analytics: Analytics = await readAnalytics(db, { ...terms(), days });
    res.json(analytics);
  });
  router.get('/api/voter-tracking', async (req, res) => {
    const tracking: VoterTracking = await trackPayments(db, parse(voterTrackingQuery, req.query));
    res.json(tracking);
  });
  router.get('/api/admin/payments.csv', async (req, res) => {
    await sendPaymentsCsv(db, parse(paymentExportQuery, req.query), res, timezone);
  });
  router.get('/api/admin/payments/:id', async (req, res) => {
    const { id } = parse(idParams, req.params);
    const history: AdminPaymentHistory = await readPaymentHistory(db, id);
    res.json(history);
  });
  router.post('/api/admin/payments/:id/refund', async (req, res) => {
    const { id } = parse(idParams, req.params);
    const status = await refundCardPayment(payments, id, currentAdmin(req).id);
    const started: RefundStarted = { status };
    res.json(started);
  });
  if (payments.mobileMoney) addPendingCheck(router, payments, payments.mobileMoney);

  return router;
}

function addPendingCheck(
  router: Router,
  context: PaymentContext,
  provider: NonNullable<PaymentContext['mobileMoney']>,
): void {
  const check = new PendingPaymentsCheck(context, provider);
  router.post(`/api/admin/check-${provider.name}-payments`, async (req, res) => {
    const result: PendingPaymentsChecked = await check.run();
    await context.db.insert(adminActions).values({
      userId: currentAdmin(req).id,
      action: 'payment.check',
      entity: 'payment',
      entityId: provider.name,
      after: result,
    });
    res.json(result);
  });
}
