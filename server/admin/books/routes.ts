import { currentAdmin } from '#server/auth/index';
import { conflict } from '#server/errors';
import { providersOf } from '#server/payments/index';
import type { Registry } from '#server/room';
import { chosenEdition } from '#server/settings/index';
import { localized } from '#shared/domain/localized';
import { adminActions } from '#shared/schema';
import { closeBooks, listClosings, readReport } from './closing/closings';
import { reportCsv } from './closing/report-csv';
import { sendReportPdf } from './closing/report-pdf';
import { boundsOf, compareWithList, listReach } from './comparison/compare-list';
import { startNightlyBooks } from './comparison/nightly';
import { leaseDay } from './comparison/store-comparison';
import type { BookContext } from './context';
import { readBooksOf } from './overview';
import { readDay } from './read-day';
import { closeDifference, recheckDifference } from './settle-difference';

/** Adds the endpoints of the books and the nightly comparison. */
export function registerBooks({ api, worker }: Registry, context: BookContext): void {
  worker('nightly books', () => startNightlyBooks(context));
  const { db, background, event } = context.payments;
  api.serve('GET /api/admin/books', ({ query, req }) =>
    readBooksOf(db, chosenEdition(event, req), context.timezone(), query.month),
  );
  api.serve('GET /api/admin/books/days/:day', ({ params, req }) =>
    readDay(context, chosenEdition(event, req), params.day),
  );
  api.serve('POST /api/admin/books/days/:day/compare', async ({ params: { day }, body, req }) => {
    const userId = currentAdmin(req).id;
    const provider = providersOf(context.payments).find(({ name }) => name === body.provider);
    const bounds = await boundsOf(db, day, context.timezone());
    const reach = listReach(bounds) ?? bounds.until;
    if (!provider?.statement || reach <= bounds.from) {
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
  api.serve('GET /api/admin/books/closings', ({ query, req }) =>
    listClosings(context, chosenEdition(event, req), query.day ?? null),
  );
  api.serve('POST /api/admin/books/closings', ({ body, req }) =>
    closeBooks(context, chosenEdition(event, req), body.day, currentAdmin(req).id),
  );
  api.serve('GET /api/admin/books/closings/:id/report.csv', async ({ params, query, res }) => {
    const report = await readReport(context, params.id);
    res
      .attachment(`books-${report.day ?? report.edition.settings.year}.csv`)
      .type('text/csv; charset=utf-8');
    res.send(reportCsv(report, query.lang));
    return undefined;
  });
  api.serve('GET /api/admin/books/closings/:id/report.pdf', async ({ params, query, res }) => {
    const report = await readReport(context, params.id);
    const { name, nameFr, year } = report.edition.settings;
    res.attachment(`books-${report.day ?? year}.pdf`);
    await sendReportPdf(report, res, {
      language: query.lang,
      eventName: `${localized(query.lang, name, nameFr)} ${year}`,
      timezone: context.timezone(),
      now: event.now(),
    });
    return undefined;
  });
  api.serve('POST /api/admin/books/differences/:id/ask', ({ params }) =>
    recheckDifference(context, params.id),
  );
  api.serve('POST /api/admin/books/differences/:id/close', async ({ params, body, req }) => {
    await closeDifference(context, params.id, body.note, currentAdmin(req).id);
    return undefined;
  });
}
