import type { Request } from 'express';
import { countUnerased } from '#server/admin/voters/index';
import { currentAdmin, requireRecentSignIn } from '#server/auth/index';
import type { Database } from '#server/db/client';
import { invalid, notFound } from '#server/errors';
import {
  leastAmountOf,
  PAYMENT_ADAPTERS,
  type PaymentContext,
  readRoutes,
} from '#server/payments/index';
import type { Registry } from '#server/room';
import {
  chosenEdition,
  type Edition,
  type LiveSettings,
  publicationUndoUntil,
  resultsPublishedSince,
  resultsShown,
  retentionIn,
  retentionOf,
} from '#server/settings/index';
import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import type { WalletOperator } from '#shared/domain/phone';
import { WALLET_OPERATORS } from '#shared/domain/provider-routes';
import { detailsKeptUntil, erasureHold, revocableErasure } from '#shared/domain/retention';
import {
  cancelErasure,
  fixRoute,
  publishResults,
  saveSettings,
  withdrawResults,
} from './save-settings';

interface SettingsRouteDeps {
  db: Database;
  event: LiveSettings;
  payments: PaymentContext;
  /** Called once changed settings are saved and read again. */
  onSettings(): void;
}

/** Adds the endpoints of the event's settings. */
export function registerAdminSettings({ api }: Registry, deps: SettingsRouteDeps): void {
  const { db, event, onSettings } = deps;
  const { payments } = deps;
  const editor = (req: Request) => ({
    adminId: currentAdmin(req).id,
    edition: chosenEdition(event, req).id,
  });
  /** A draft may have got another year, by which the request named it. */
  const savedOf = async (id: number): Promise<SavedSettings> => {
    await event.reload();
    onSettings();
    const edition = event.editions.find((one) => one.id === id);
    if (!edition) throw notFound('edition');
    return savedFrom(db, edition);
  };
  api.serve('GET /api/admin/settings', async ({ req }) => {
    await event.reload(); // Another process may have saved a moment ago.
    return savedFrom(db, chosenEdition(event, req));
  });
  api.serve('PUT /api/admin/settings', async ({ body, req }) => {
    assertRoutable(body.settings, payments);
    const { adminId, edition } = editor(req);
    await saveSettings(db, body, {
      adminId,
      edition,
      admit: (effects) => effects.length > 0 && requireRecentSignIn(req),
    });
    return savedOf(edition);
  });
  api.serve('GET /api/admin/mobile-money-routes', async () => {
    await Promise.all([event.reload(), payments.routes.reload()]);
    return readRoutes(payments);
  });
  api.serve('PUT /api/admin/mobile-money-routes/:operator', async ({ params, body, req }) => {
    assertServing(payments, params.operator, body.provider);
    await fixRoute(db, { ...params, ...body }, currentAdmin(req).id);
    await savedOf(event.current.id);
    return readRoutes(payments);
  });
  api.serve('POST /api/admin/settings/preview', async ({ body, req }) => {
    await event.reload();
    const edition = chosenEdition(event, req);
    const draft = retentionIn(body);
    const hold = erasureHold(retentionOf(edition), draft, edition.readAt);
    const from = hold && detailsKeptUntil({ ...draft, hold });
    return { erasure: await plannedErasure(db, edition, from) };
  });
  const changeBy =
    (change: (database: Database, by: ReturnType<typeof editor>) => Promise<void>) =>
    async ({ req }: { req: Request }): Promise<SavedSettings> => {
      const by = editor(req);
      await change(db, by);
      return savedOf(by.edition);
    };
  api.serve('POST /api/admin/settings/keep-details', changeBy(cancelErasure));
  api.serve('POST /api/admin/settings/publish-results', changeBy(publishResults));
  api.serve('POST /api/admin/settings/withdraw-results', changeBy(withdrawResults));
}

/**
 * Checks that some provider takes mobile money, and accepts the price of a single vote.
 * @throws AppError 400; also for a provider that is not supported, or not for this operator
 */
function assertRoutable(
  { prices, methods, routing }: EventSettings,
  { mobileMoney }: PaymentContext,
): void {
  for (const operator of WALLET_OPERATORS) {
    const names = routing[operator].order ?? [];
    if (!names.every(isSupported)) {
      throw invalid('A provider is not supported', [
        { path: `settings.routing.${operator}.order`, message: 'provider-unknown' },
      ]);
    }
  }
  if (!methods.mobileMoney || mobileMoney.length === 0) return;
  const leastAmount = leastAmountOf(routing, mobileMoney);
  if (leastAmount === null) {
    // At a field that the form has: providers may serve one operator only.
    const served = WALLET_OPERATORS.find((operator) =>
      mobileMoney.some(({ operators }) => operators.includes(operator)),
    );
    throw invalid('No provider takes mobile money', [
      { path: `settings.routing.${served}.order`, message: 'no-provider' },
    ]);
  }
  if (prices.mobileMoney >= leastAmount) return;
  throw invalid('No provider accepts amounts this small', [
    { path: 'settings.prices.mobileMoney', message: 'price-below-provider' },
  ]);
}

/** Also true for a provider that was removed from the configuration for a while. */
const isSupported = (provider: string): boolean =>
  PAYMENT_ADAPTERS.mobileMoney.some(({ name }) => name === provider);

/** @throws AppError 400 when the provider is not connected, or does not serve this operator */
function assertServing(
  { mobileMoney }: PaymentContext,
  operator: WalletOperator,
  provider: string | null,
): void {
  const isServing = mobileMoney.some(
    ({ name, operators }) => name === provider && operators.includes(operator),
  );
  if (provider === null || isServing) return;
  throw invalid('This provider does not take payments of this operator', [
    { path: 'provider', message: 'provider-unknown' },
  ]);
}

async function savedFrom(db: Database, edition: Edition): Promise<SavedSettings> {
  const { hold, readAt } = edition;
  const erasure = await plannedErasure(db, edition, revocableErasure(retentionOf(edition), readAt));
  return {
    state: edition.state,
    settings: edition.settings,
    version: edition.version,
    updatedAt: edition.updatedAt.toISOString(),
    resultsPublishedAt: resultsPublishedSince(edition, readAt)?.toISOString() ?? null,
    publicationUndoUntil: publicationUndoUntil(edition, readAt)?.toISOString() ?? null,
    shows: resultsShown(edition, readAt).shows,
    erasure: hold && erasure && { ...erasure, retentionDaysBefore: hold.retentionDaysBefore },
  };
}

const plannedErasure = async (db: Database, edition: Edition, from: Date | null) =>
  from && { from: from.toISOString(), payments: await countUnerased(db, edition) };
