import type { Database } from '../db/client';
import type { Api } from '../http';
import { readBooksOf } from './overview';

interface BookDeps {
  db: Database;
  /** Where days begin. */
  timezone: () => string;
}

/** The books, for administrators. To be mounted behind their guard. */
export function bookRoutes(api: Api, { db, timezone }: BookDeps): void {
  api.serve('GET /api/admin/books', ({ query }) => readBooksOf(db, timezone(), query.month));
}
