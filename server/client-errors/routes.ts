import { Budget } from '#server/http/index';
import type { Registry } from '#server/room';
import type { ClientErrors } from './client-errors';

/** Limit per address, which thousands of phones may share. */
const ADDRESS_LIMIT = { name: 'phone-failures', max: 60, seconds: 600 };
/** Limit of the whole site, per process. */
const SITE_LIMIT = { name: 'phone-failures-of-site', max: 3_000, seconds: 600 };

export function registerClientErrors(
  { api, worker }: Registry,
  { clientErrors: failures }: { clientErrors: ClientErrors },
): void {
  worker('failures of phones', () => failures.start());
  const ofAddress = new Budget(ADDRESS_LIMIT);
  const ofSite = new Budget(SITE_LIMIT);
  api.serve('POST /api/phone-failures', ({ body, req }) => {
    ofAddress.spendFrom(req.ip);
    ofSite.spend('site');
    failures.count(body, req.get('User-Agent') ?? null);
    return undefined;
  });
}
