import { currentAdmin } from '#server/auth/index';
import { tableBodyUpTo } from '#server/http/index';
import type { Registry } from '#server/room';
import { STATEMENT_MAX_BYTES } from '#shared/contracts/books';
import type { BookContext } from '../context';
import { compareStatement } from './compare-statement';
import { previewStatement } from './preview-statement';

/** Registered before the body parser of all other routes, because statements are larger. */
export function registerStatements({ api }: Registry, context: BookContext): void {
  api.router.use('/api/admin/statements', ...tableBodyUpTo(STATEMENT_MAX_BYTES));
  api.serve('POST /api/admin/statements/preview', ({ query, body }) =>
    previewStatement({ db: context.payments.db, timezone: context.timezone() }, query, body),
  );
  api.serve('POST /api/admin/statements', ({ query, body, req }) =>
    compareStatement(context, query, body, currentAdmin(req).id),
  );
}
