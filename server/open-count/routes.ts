import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { type RequestHandler, type Response, Router } from 'express';
import type { z } from 'zod';
import type { CatalogOf } from '#server/catalog/index';
import { OPEN_COUNT_DOWNLOADS } from '#server/config/index';
import type { Database } from '#server/db/client';
import { notFound } from '#server/errors';
import type { Api } from '#server/http/index';
import type { BackgroundTasks } from '#server/platform/background';
import type { Logger } from '#server/platform/logger';
import type { ReadCache } from '#server/platform/read-cache';
import type { Registry } from '#server/room';
import { chosenEdition, type Edition, type LiveSettings } from '#server/settings/index';
import type { CountOfEdition, countQuery, OpenCount } from '#shared/contracts/open-count';
import type { Signer } from '#shared/open-count/signer';
import { parseTilePath } from '#shared/open-count/tiles';
import { adminActions } from '#shared/schema';
import { type Log, publicLogState } from './log-state';
import { verifierKeysOf } from './names';
import {
  headOf,
  newestCheckpoint,
  noSums,
  readTile,
  type Sums,
  servedNote,
  sumsByEdition,
} from './store';
import { timelineRoutes } from './timeline';
import type { Witnesses } from './witnesses';
import { startSequencer } from './worker';

interface OpenCountRoomDeps {
  db: Database;
  log: Log;
  witnesses: Witnesses;
  catalog: CatalogOf;
  cache: ReadCache;
  event: Pick<LiveSettings, 'current' | 'ofYear' | 'editions'>;
  payments: { background: BackgroundTasks };
  logger: Logger;
}

export function registerOpenCount(
  { api, site, worker }: Registry,
  { db, log, witnesses, catalog, cache, event, payments, logger }: OpenCountRoomDeps,
): void {
  const openCount = { db, signers: log.signers, witnesses, event, downloads: OPEN_COUNT_DOWNLOADS };
  site.use('/count', openCountFiles(openCount));
  openCountRoutes(api, openCount, cache);
  const ofEdition = (query: EditionQuery) => {
    const edition = publicEdition(event, query);
    return { ...catalog(edition), timeZone: edition.settings.timezone };
  };
  timelineRoutes(api, ofEdition, cache);
  // Witnesses are asked outside the sequencer's round: a slow one holds nothing up.
  const onSigned = () => payments.background.run('ask witnesses', () => witnesses.callAll());
  worker('open count', () => startSequencer({ ...log, logger, onSigned }));
  worker('witnesses', () => witnesses.start());
}

interface OpenCountDeps {
  db: Database;
  /** Signers of the log, newest key first. */
  signers: readonly Signer[];
  witnesses: Witnesses;
  event: OpenCountRoomDeps['event'];
  /** Files published with the log, for its verification. */
  downloads: readonly { name: string; file: string; type: string }[];
}

const compressed = promisify(gzip);
const TEXT = 'text/plain; charset=utf-8';

/**
 * Serves the log as files (c2sp.org/tlog-tiles); must be mounted under /count. Public, cacheable by
 * any intermediary, and readable by other sites' pages.
 */
function openCountFiles({ db, signers, downloads }: OpenCountDeps): Router {
  const router = Router();
  router.use(['/checkpoint', '/key', '/tile'], forEverybody);
  router.get('/checkpoint', async (_req, res) => {
    const checkpoint = await newestCheckpoint(db);
    if (!checkpoint) throw notFound('checkpoint');
    res.set('Cache-Control', 'public, max-age=1').type(TEXT).send(servedNote(checkpoint));
  });
  router.get('/key', (_req, res) => {
    const keys = verifierKeysOf(signers);
    res
      .set('Cache-Control', 'public, max-age=60')
      .type(TEXT)
      .send(`${keys.join('\n')}\n`);
  });
  for (const { name, file, type } of downloads) {
    router.get(`/${name}`, forEverybody, async (_req, res) => {
      const bytes = await readFile(file);
      res.set('Cache-Control', 'public, max-age=60').type(type).send(bytes);
    });
  }
  router.get(/^\/tile\/.*/, async (req, res) => {
    const tile = parseTilePath(req.path.slice(1));
    const bytes = tile && (await readTile(db, tile));
    if (!bytes) throw notFound('tile');
    res.set('Cache-Control', 'public, max-age=31536000, immutable');
    res.type('application/octet-stream');
    await (typeof tile.level === 'number' ? send(res, bytes) : sendCompressed(res, bytes));
  });
  return router;
}

const forEverybody: RequestHandler = (_req, res, next) => {
  res.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
  next();
};

const send = (res: Response, bytes: Uint8Array) => void res.send(Buffer.from(bytes));

/**
 * Content encoding as the specification requires; not used for hashes, which are random and would
 * only grow.
 */
async function sendCompressed(res: Response, bytes: Uint8Array): Promise<void> {
  res.vary('Accept-Encoding');
  if (!res.req.acceptsEncodings('gzip')) return send(res, bytes);
  res.set('Content-Encoding', 'gzip');
  send(res, await compressed(bytes));
}

type EditionQuery = z.infer<typeof countQuery>;

/**
 * Returns the edition that a request of the public is about.
 * @throws AppError 404 when there is none of that year, or it is still a draft
 */
function publicEdition(event: OpenCountRoomDeps['event'], query: EditionQuery): Edition {
  const edition = chosenEdition(event, { query });
  if (edition.state === 'draft') throw notFound('edition');
  return edition;
}

function openCountRoutes(
  api: Api,
  { db, signers, witnesses, event }: OpenCountDeps,
  cache: ReadCache,
): void {
  api.serveShared('GET /api/count', cache, async ({ query }): Promise<OpenCount> => {
    const chosen = publicEdition(event, query);
    const checkpoint = await newestCheckpoint(db);
    const head = checkpoint && (await headOf(db, checkpoint.size));
    const counted = head ? await sumsByEdition(db, head) : new Map<number, Sums>();
    const { pausedSince, continues } = await publicLogState(db);
    return {
      keys: verifierKeysOf(signers),
      witnesses: await witnesses.seen(),
      head: head && {
        size: head.size,
        signedAt: checkpoint.signedAt.toISOString(),
        ...publicSums(head),
      },
      edition: {
        ...countOfEdition(chosen, counted.get(chosen.id)),
        publications: await publicationsOf(db, chosen),
      },
      editions: event.editions
        .filter(({ id }) => counted.has(id))
        .map((edition) => countOfEdition(edition, counted.get(edition.id))),
      pausedSince: pausedSince?.toISOString() ?? null,
      continues,
    };
  });
}

const publicSums = ({ payments, takenBack, xaf, usd, votes, sealed }: Sums) => ({
  payments,
  takenBack,
  money: { XAF: xaf, USD: usd },
  votes,
  sealed,
});

const countOfEdition = ({ id, settings }: Edition, counted = noSums()): CountOfEdition => ({
  id,
  year: settings.year,
  name: settings.name,
  nameFr: settings.nameFr,
  ...publicSums(counted),
});

const PUBLICATIONS = {
  'settings.publish-results': 'published',
  'settings.withdraw-results': 'withdrawn',
} as const;

/** Returns when the organiser published an edition's results, and when that was undone. */
async function publicationsOf(
  db: Database,
  { id }: Edition,
): Promise<OpenCount['edition']['publications']> {
  const actions = Object.keys(PUBLICATIONS) as (keyof typeof PUBLICATIONS)[];
  const rows = await db
    .select({ action: adminActions.action, at: adminActions.at })
    .from(adminActions)
    .where(
      and(
        eq(adminActions.entity, 'settings'),
        eq(adminActions.editionId, id),
        inArray(adminActions.action, actions),
      ),
    )
    .orderBy(asc(adminActions.id));
  return rows.map(({ action, at }) => ({
    what: PUBLICATIONS[action as keyof typeof PUBLICATIONS],
    at: at.toISOString(),
  }));
}
