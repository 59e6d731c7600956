import { currentAdmin } from '#server/auth/index';
import type { Config } from '#server/config/index';
import type { Database } from '#server/db/client';
import { AppError } from '#server/errors';
import { ownCookie } from '#server/http/index';
import type { Registry } from '#server/room';
import { REHEARSAL_COOKIE } from '#shared/domain/rehearsal';
import { RehearsalProcessError } from './rehearsal-process';
import {
  beginRehearsal,
  endRehearsal,
  findRun,
  type Run,
  rehearsalOf,
  setRehearsalClock,
} from './rehearsals';

interface RehearsalDeps {
  config: Pick<Config, 'publicUrl'>;
  db: Database;
  /** Starts the process of a rehearsal. */
  rehearsalProcess: { start(run: Run): Promise<void> };
}

/** Adds the endpoints by which owners rehearse a draft, and the team shows and leaves it. */
export function registerRehearsal(
  { api, site }: Registry,
  { config, db, rehearsalProcess }: RehearsalDeps,
): void {
  api.serve('GET /api/admin/editions/rehearsal', async () => {
    const run = await findRun(db);
    return { rehearsal: run && !run.isEnding ? rehearsalOf(run) : null };
  });
  api.serve('POST /api/admin/editions/:year/rehearsal', async ({ params, body, req }) => {
    const by = { year: params.year, adminId: currentAdmin(req).id };
    await beginRehearsal(db, { ...by, at: new Date(body.at) });
    const run = await findRun(db);
    if (!run) throw new Error('a rehearsal was not saved');
    try {
      await rehearsalProcess.start(run);
    } catch (error) {
      if (!(error instanceof RehearsalProcessError)) throw error;
      await endRehearsal(db, by);
      throw new AppError(503, 'rehearsal-unavailable', error.message);
    }
    return rehearsalOf(run);
  });
  api.serve('PUT /api/admin/editions/:year/rehearsal/clock', async ({ params, body }) =>
    rehearsalOf(await setRehearsalClock(db, { ...params, at: new Date(body.at) })),
  );
  api.serve('DELETE /api/admin/editions/:year/rehearsal', async ({ params, req }) => {
    await endRehearsal(db, { ...params, adminId: currentAdmin(req).id });
    return undefined;
  });
  // Neither changes anything but what this browser shows, and to the team alone.
  const { name, attributes } = ownCookie(REHEARSAL_COOKIE, config.publicUrl);
  site.get('/rehearsal/show', (_req, res) => {
    res.cookie(name, '1', attributes).set('Cache-Control', 'no-store').redirect('/');
  });
  site.get('/rehearsal/leave', (_req, res) => {
    res.clearCookie(name, attributes).set('Cache-Control', 'no-store').redirect('/admin/editions');
  });
}
