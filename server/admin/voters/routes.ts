import { currentAdmin } from '#server/auth/index';
import type { SecurityLog } from '#server/http/index';
import type { PaymentContext } from '#server/payments/index';
import type { Registry } from '#server/room';
import { eraseVoter, previewErasure } from './erase';
import { startRetention } from './retention';

/**
 * Adds the erasure of a voter's data. Both endpoints are POST, so that no address contains the
 * voter's number or e-mail.
 */
export function registerVoters(
  { api, worker }: Registry,
  { payments, security }: { payments: PaymentContext; security: SecurityLog },
): void {
  const { db, phoneHashKey } = payments;
  worker('retention', () => startRetention(payments));
  api.serve('POST /api/admin/voters/preview', ({ body }) => previewErasure(db, body, phoneHashKey));
  api.serve('POST /api/admin/voters/erase', ({ body, req }) => {
    security.log(req, 'voter-erased');
    const by = { userId: currentAdmin(req).id, reason: 'request' } as const;
    return eraseVoter(db, body, { phoneHashKey, by });
  });
}
