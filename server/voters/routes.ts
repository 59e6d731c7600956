import { currentAdmin } from '../auth';
import type { Api, SecurityLog } from '../http';
import type { PaymentContext } from '../payments';
import { eraseVoter, previewErasure } from './erase';

/** Erasing a voter who asks for it; POST alone, so that whom it concerns stands in no address. */
export function voterRoutes(
  api: Api,
  { db, phoneHashKey }: PaymentContext,
  security: SecurityLog,
): void {
  api.serve('POST /api/admin/voters/preview', ({ body }) => previewErasure(db, body, phoneHashKey));
  api.serve('POST /api/admin/voters/erase', ({ body, req }) => {
    security.tell(req, 'voter-erased');
    const by = { userId: currentAdmin(req).id, reason: 'request' } as const;
    return eraseVoter(db, body, { phoneHashKey, by });
  });
}
