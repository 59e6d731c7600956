import type { Request, RequestHandler, Response } from 'express';
import { SETTINGS_CHANGED } from '#server/db/listen';
import type { BackgroundTasks } from '#server/platform/background';
import type { Logger } from '#server/platform/logger';
import type { Registry } from '#server/room';
import type { Edition, LiveSettings } from '#server/settings/index';
import type { PublicConfig } from '#shared/contracts/config';

interface PublicConfigDeps {
  event: LiveSettings;
  /** Calls all listeners of changed settings. */
  onSettings(): void;
  /** @param edition a draft that is previewed; the current one by default */
  visitorsConfig(edition?: Edition): PublicConfig;
  previewed(req: Request, res: Response): Promise<Edition | undefined>;
  devices: { issue: RequestHandler };
  payments: { background: BackgroundTasks };
  logger: Logger;
}

/** The public configuration, and the settings kept up to date with other processes. */
export function registerPublicConfig(
  { api, worker, onNotice }: Registry,
  { event, onSettings, visitorsConfig, previewed, devices, payments, logger }: PublicConfigDeps,
): void {
  api.serve(
    'GET /api/config',
    async ({ req, res }) => {
      // Browsers read the time from this header: PostgreSQL's clock opens and closes voting.
      res.set({ 'Cache-Control': 'no-store', Date: event.now().toUTCString() });
      return visitorsConfig(await previewed(req, res));
    },
    { before: [devices.issue] },
  );
  worker('settings', () => event.keepFresh(onSettings, logger));
  onNotice(SETTINGS_CHANGED, () =>
    payments.background.run('read the settings', async () => {
      if (await event.reload()) onSettings();
    }),
  );
}
