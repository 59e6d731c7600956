import { currentAdmin } from '../auth';
import type { Api, SecurityLog } from '../http';
import type { PaymentContext } from '../payments';
import { eraseVoter, previewErasure } from './erase';

/** Erasure of a voter on request; uses POST only, so that no address contains the voter's data. */
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
