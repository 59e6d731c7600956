import { STATEMENT_MAX_BYTES } from '#shared/contracts/books';
import { currentAdmin } from '../../auth';
import { type Api, csvBodyUpTo } from '../../http';
import type { BookContext } from '../context';
import { compareStatement } from './compare-statement';
import { previewStatement } from './preview-statement';

/**
 * Accepts files far larger than other requests: must be mounted before the general body parsers.
 */
export function statementRoutes(api: Api, context: BookContext): void {
  api.router.use('/api/admin/statements', ...csvBodyUpTo(STATEMENT_MAX_BYTES));
  api.serve('POST /api/admin/statements/preview', ({ query, body }) =>
    previewStatement(context.payments.db, query.provider, body),
  );
  api.serve('POST /api/admin/statements', ({ query, body, req }) =>
    compareStatement(context, query, body, currentAdmin(req).id),
  );
}
