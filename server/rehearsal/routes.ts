import { type Auth, currentAdmin } from '#server/auth/index';
import type { Config } from '#server/config/index';
import type { Database } from '#server/db/client';
import { AppError } from '#server/errors';
import { ownCookie } from '#server/http/index';
import type { Registry } from '#server/room';
import { REHEARSAL_COOKIE, REHEARSAL_LEFT_PATH } from '#shared/domain/rehearsal';
import { RehearsalProcessError } from './rehearsal-process';
import {
  beginRehearsal,
  endRehearsal,
  findRun,
  type Run,
  rehearsalOf,
  setRehearsalClock,
} from './rehearsals';
import { LEFT_PAGE } from './unavailable-page';

interface RehearsalDeps {
  auth: Pick<Auth, 'isOfTeam'>;
  config: Pick<Config, 'publicUrl'>;
  db: Database;
  /** Starts the process of a rehearsal. */
  rehearsalProcess: { start(run: Run): Promise<void> };
}

/** Adds the endpoints by which owners rehearse a draft, and the team shows and leaves it. */
export function registerRehearsal(
  { api, site }: Registry,
  { auth, config, db, rehearsalProcess }: RehearsalDeps,
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
  // None of them changes anything but what this browser shows.
  const { name, attributes } = rehearsalMark(config.publicUrl);
  site.use('/rehearsal', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  site.get('/rehearsal/show', async (req, res) => {
    const run = await findRun(db);
    if (!run || run.isEnding || !(await auth.isOfTeam(req, res))) {
      return res.redirect(REHEARSAL_LEFT_PATH);
    }
    res.cookie(name, run.id, attributes).redirect('/');
  });
  site.get('/rehearsal/leave', (_req, res) => {
    res.clearCookie(name, attributes).redirect('/admin/editions');
  });
  site.get(REHEARSAL_LEFT_PATH, (_req, res) => {
    res.clearCookie(name, attributes).type('html').send(LEFT_PAGE);
  });
}

/** The cookie of a browser that shows the rehearsal. Its pages keep their storage apart by it. */
export const rehearsalMark = (publicUrl: string) =>
  ownCookie(REHEARSAL_COOKIE, publicUrl, { isForScripts: true });
