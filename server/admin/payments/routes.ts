import type { Request, Response } from 'express';
import { currentAdmin } from '#server/auth/index';
import type { Config } from '#server/config/index';
import type { Api, SecurityLog } from '#server/http/index';
import {
  checkByHand,
  type PaymentContext,
  PendingPaymentsCheck,
  refundByHand,
  refundCardPayment,
  resendReceipt,
  settleByHand,
} from '#server/payments/index';
import type { Registry } from '#server/room';
import { chosenEdition, retentionOf } from '#server/settings/index';
import { revocableErasure } from '#shared/domain/retention';
import { adminActions } from '#shared/schema';
import { readAnalytics } from './analytics';
import { readEditionFigures } from './edition-figures';
import { accountingLayout, voterTrackingLayout } from './export-layouts';
import { type ExportLayout, recordExport, sendPaymentsCsv } from './export-payments';
import { healthReader, nameOperatorWords, readOperatorWords } from './health/index';
import { leadersByCategory } from './leading-artists';
import type { EditionFilters } from './matching-payments';
import { readPaymentHistory } from './payment-history';
import { readStats } from './stats';
import { trackPayments } from './track-payments';

interface AdminPaymentDeps {
  config: { mail: Pick<Config['mail'], 'isOn'> };
  payments: PaymentContext;
  security: SecurityLog;
}

/**
 * Administrators' view of payments, and their actions on them. Must be mounted behind their guard.
 */
export function registerAdminPayments(
  { api }: Pick<Registry, 'api'>,
  { config, payments, security }: AdminPaymentDeps,
): void {
  const { db, event } = payments;
  const reportContext = (req: Request) => {
    const edition = chosenEdition(event, req);
    const { timezone } = event.current.settings;
    return { edition, timezone, xafPerUsd: edition.settings.xafPerUsd, now: event.now() };
  };
  const within = <Filters>(filters: Filters, req: Request) => ({
    ...filters,
    edition: chosenEdition(event, req),
  });

  api.serve('GET /api/stats', async ({ req }) => {
    const context = reportContext(req);
    const erasureFrom = revocableErasure(retentionOf(context.edition), context.now);
    return {
      ...(await readStats(db, context)),
      erasureFrom: erasureFrom?.toISOString() ?? null,
    };
  });
  api.serve('GET /api/admin/health', healthReader({ payments, sendsMail: config.mail.isOn }));
  api.serve('GET /api/admin/operator-words', () => readOperatorWords(db));
  api.serve('PUT /api/admin/operator-words', async ({ body, req }) => {
    await nameOperatorWords(db, body, currentAdmin(req).id);
    return readOperatorWords(db);
  });
  api.serve('GET /api/admin/leaders', ({ req }) =>
    leadersByCategory(db, chosenEdition(event, req), 2),
  );
  api.serve('GET /api/admin/analytics', ({ query, req }) =>
    readAnalytics(db, { ...reportContext(req), days: query.days }),
  );
  api.serve('GET /api/admin/editions/figures', () =>
    readEditionFigures(db, event.editions, event.current.settings.timezone),
  );
  api.serve('GET /api/voter-tracking', ({ query, req }) =>
    trackPayments(payments, within(query, req)),
  );
  api.serve('POST /api/voter-tracking/search', ({ body, req }) =>
    trackPayments(payments, within(body, req)),
  );
  const sendExport = async (
    filters: EditionFilters,
    layout: ExportLayout,
    { req, res }: { req: Request; res: Response },
  ) => {
    await recordExport(db, currentAdmin(req).id, filters);
    security.log(req, 'payments-exported');
    await sendPaymentsCsv(db, filters, layout, res);
    return undefined;
  };
  const trackingLayout = () => voterTrackingLayout(event.current.settings.timezone);
  api.serve('GET /api/admin/payments.csv', ({ query, ...http }) =>
    sendExport(within(query, http.req), trackingLayout(), http),
  );
  api.serve('POST /api/admin/payments.csv', ({ body, ...http }) =>
    sendExport(within(body, http.req), trackingLayout(), http),
  );
  api.serve('POST /api/admin/accounting.csv', ({ body: { timezone, ...filters }, ...http }) =>
    sendExport(within(filters, http.req), accountingLayout(timezone), http),
  );
  api.serve('GET /api/admin/payments/:id', ({ params }) =>
    readPaymentHistory(payments, params.id, config.mail.isOn),
  );
  api.serve('POST /api/admin/payments/:id/check', async ({ params }) => ({
    isAnswered: await checkByHand(payments, params.id),
  }));
  api.serve('POST /api/admin/payments/:id/settle', async ({ params, body, req }) => ({
    status: await settleByHand(payments, params.id, body, currentAdmin(req).id),
  }));
  api.serve('POST /api/admin/payments/:id/refund', async ({ params, req }) => {
    security.log(req, 'refund-requested', { paymentId: params.id });
    return { status: await refundCardPayment(payments, params.id, currentAdmin(req).id) };
  });
  api.serve('POST /api/admin/payments/:id/refund-by-hand', async ({ params, body, req }) => {
    security.log(req, 'refunded-by-hand', { paymentId: params.id });
    return { status: await refundByHand(payments, params.id, body, currentAdmin(req).id) };
  });
  const mailing = { ...payments, sendsMail: config.mail.isOn };
  api.serve('PUT /api/admin/payments/:id/email', async ({ params, body, req }) => {
    await resendReceipt(mailing, params.id, body, currentAdmin(req).id);
    return undefined;
  });
  api.serve('POST /api/admin/payments/:id/send-receipt', async ({ params, req }) => {
    await resendReceipt(mailing, params.id, null, currentAdmin(req).id);
    return undefined;
  });
  for (const provider of [...payments.mobileMoney, ...payments.formerMobileMoney]) {
    addPendingCheck(api, payments, provider);
  }
}

function addPendingCheck(
  api: Api,
  context: PaymentContext,
  provider: PaymentContext['mobileMoney'][number],
): void {
  const check = new PendingPaymentsCheck(context, provider);
  api.serve(
    'POST /api/admin/check-:provider-payments',
    async ({ req }) => {
      const { others, ...done } = await check.run();
      await context.db.insert(adminActions).values({
        userId: currentAdmin(req).id,
        action: 'payment.check',
        entity: 'payment',
        entityId: provider.name,
        after: done,
      });
      return { ...done, others };
    },
    { provider: provider.name },
  );
}
