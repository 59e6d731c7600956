import { localized } from '#shared/domain/localized';
import { adminActions } from '#shared/schema';
import { currentAdmin } from '../auth';
import { conflict } from '../errors';
import type { Api } from '../http';
import { providersOf } from '../payments';
import { closeBooks, listClosings, readReport } from './closing/closings';
import { reportCsv } from './closing/report-csv';
import { sendReportPdf } from './closing/report-pdf';
import { boundsOf, compareWithList } from './comparison/compare-list';
import { leaseDay } from './comparison/keep-comparison';
import type { BookContext } from './context';
import { readBooksOf } from './overview';
import { readDay } from './read-day';
import { askAgain, closeDifference } from './settle-difference';

/** The books, for administrators. Must be mounted behind their guard. */
export function bookRoutes(api: Api, context: BookContext): void {
  const { db, background } = context.payments;
  api.serve('GET /api/admin/books', ({ query }) =>
    readBooksOf(db, context.timezone(), query.month),
  );
  api.serve('GET /api/admin/books/days/:day', ({ params }) => readDay(context, params.day));
  api.serve('POST /api/admin/books/days/:day/compare', async ({ params: { day }, body, req }) => {
    const userId = currentAdmin(req).id;
    const provider = providersOf(context.payments).find(({ name }) => name === body.provider);
    const { until, now } = await boundsOf(db, day, context.timezone());
    if (!provider?.statement || now < until) {
      throw conflict('not-comparable', 'There is no list for this day');
    }
    const isNew = await leaseDay(db, { provider: provider.name, day }, userId);
    if (isNew) {
      await db.insert(adminActions).values({
        userId,
        action: 'books.compare',
        entity: 'books',
        entityId: day,
        after: { provider: provider.name },
      });
      background.run('compare the books', () => compareWithList(context, provider, day));
    }
    return { isNew };
  });
  api.serve('GET /api/admin/books/closings', ({ query }) =>
    listClosings(context, query.day ?? null),
  );
  api.serve('POST /api/admin/books/closings', ({ body, req }) =>
    closeBooks(context, body.day, currentAdmin(req).id),
  );
  api.serve('GET /api/admin/books/closings/:id/report.csv', async ({ params, query, res }) => {
    const report = await readReport(context, params.id);
    res.attachment(`books-${report.day ?? 'event'}.csv`).type('text/csv; charset=utf-8');
    res.send(reportCsv(report, query.lang));
    return undefined;
  });
  api.serve('GET /api/admin/books/closings/:id/report.pdf', async ({ params, query, res }) => {
    const report = await readReport(context, params.id);
    const { name, nameFr } = context.payments.event.current.settings;
    res.attachment(`books-${report.day ?? 'event'}.pdf`);
    await sendReportPdf(report, res, {
      language: query.lang,
      eventName: localized(query.lang, name, nameFr),
      timezone: context.timezone(),
      now: context.payments.event.now(),
    });
    return undefined;
  });
  api.serve('POST /api/admin/books/differences/:id/ask', ({ params }) =>
    askAgain(context, params.id),
  );
  api.serve('POST /api/admin/books/differences/:id/close', async ({ params, body, req }) => {
    await closeDifference(context, params.id, body.note, currentAdmin(req).id);
    return undefined;
  });
}
