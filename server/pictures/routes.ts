import { type Response, Router } from 'express';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { CatalogOf } from '#server/catalog/index';
import { CATALOG_CHANGED } from '#server/db/listen';
import { notFound } from '#server/errors';
import { networkOf } from '#server/http/index';
import type { Logger } from '#server/platform/logger';
import { disconnectionOf } from '#server/platform/places/index';
import type { Registry } from '#server/room';
import type { Edition, LiveSettings } from '#server/settings/index';
import type { PublicConfig } from '#shared/contracts/config';
import { eventYear } from '#shared/contracts/event-settings';
import { uuid } from '#shared/contracts/primitives';
import { LANGUAGES } from '#shared/domain/localized';
import { POSTER_FORMATS, POSTER_TYPES } from '#shared/domain/poster';
import type { Money } from '#shared/domain/pricing';
import type { DrawingProcess } from './drawing-process';
import { iconNamed } from './icons';
import { type Asker, INCOMPLETE_MS, type PictureRenderer } from './picture-renderer';
import type { PreviewEvent, PreviewSubject } from './picture-spec';
import { posterOf } from './poster';
import { previewOf } from './preview';
import { PreviewPrerenderer } from './preview-prerenderer';
import { findEditionOf, findPoster, findSubject, siteSubject } from './subjects';

/** A day: the address changes with the picture. */
const CACHED_FOR_A_DAY = 'public, max-age=86400';
/** A picture drawn without its photograph may soon get it. */
const CACHED_UNTIL_COMPLETE = `public, max-age=${INCOMPLETE_MS / 1_000}`;

const previewName = z.union([
  z.object({ kind: z.literal('site'), id: eventYear.optional(), language: z.enum(LANGUAGES) }),
  z.object({
    kind: z.enum(['category', 'nomination']),
    id: uuid,
    language: z.enum(LANGUAGES),
  }),
]);

const readName = (name: string) =>
  previewName.safeParse(
    /^(?<kind>[a-z]+)(-(?<id>[0-9a-f-]{36}|\d{4}))?-(?<language>[a-z]{2})$/.exec(name)?.groups ??
      {},
  ).data;

/** A poster keeps its address even if the price changes. */
const CACHED_FOR_MINUTES = 'public, max-age=300';

const posterName = z.object({
  id: uuid,
  format: z.enum(POSTER_FORMATS),
  language: z.enum(LANGUAGES),
  type: z.string(),
});

const readPosterName = (name: string) => {
  const parts = /^(?<id>[0-9a-f-]{36})-(?<format>\w+)-(?<language>[a-z]{2})\.(?<type>\w+)$/.exec(
    name,
  );
  const { data } = posterName.safeParse(parts?.groups ?? {});
  return data && data.type === POSTER_TYPES[data.format] ? data : null;
};

/** Database connections used at once: votes need the others. */
const MAX_LOOKUPS = 2;

interface PictureDeps {
  config: { publicUrl: string };
  catalog: CatalogOf;
  event: Pick<LiveSettings, 'current' | 'editions' | 'ofYear'>;
  drawer: DrawingProcess;
  pictureRenderer: PictureRenderer;
  visitorsConfig(): Pick<PublicConfig, 'methods' | 'prices'>;
  logger: Logger;
}

/** Previews of the site's pages, posters, and the icons of the installed site. */
export function registerPictures(
  { site, worker, onNotice, onSettings }: Registry,
  deps: PictureDeps,
): void {
  const { config, catalog, pictureRenderer, visitorsConfig, logger } = deps;
  const event = () => deps.event.current.settings;
  /** Prices of one vote, one per payment method. */
  const prices = () => {
    const { methods, prices } = visitorsConfig();
    return [
      ...(methods.mobileMoney ? [prices['mobile-money']] : []),
      ...(methods.card ? [prices.card] : []),
    ];
  };
  const { publicUrl } = config;
  site.use(pictureRoutes({ catalog, pictureRenderer, publicUrl, event: deps.event, prices }));
  let prerenderer: PreviewPrerenderer | null = null;
  worker('previews', () => {
    prerenderer = new PreviewPrerenderer({ catalog, pictureRenderer, event, logger });
    return prerenderer;
  });
  worker('drawing process', () => deps.drawer);
  onNotice(CATALOG_CHANGED, () => prerenderer?.begin());
  onSettings(() => prerenderer?.begin());
}

/** Called before the first await of a handler (`disconnectionOf`). */
export const askerOf = (res: Response): Asker => ({
  network: networkOf(res.req.ip),
  signal: disconnectionOf(res),
});

interface PictureRouteDeps {
  catalog: CatalogOf;
  pictureRenderer: PictureRenderer;
  publicUrl: string;
  event: PictureDeps['event'];
  prices: () => Money[];
}

function pictureRoutes({
  catalog,
  pictureRenderer,
  publicUrl,
  event,
  prices,
}: PictureRouteDeps): Router {
  const router = Router();
  const lookup = pLimit(MAX_LOOKUPS);
  /** Returns what a preview shows, and the edition to which it belongs. */
  const findPreviewed = async ({
    kind,
    id,
  }: NonNullable<ReturnType<typeof readName>>): Promise<[PreviewSubject, PreviewEvent] | null> => {
    let edition: Edition | undefined = event.current;
    if (kind === 'site') {
      if (id !== undefined) edition = event.ofYear(id);
    } else {
      const editionId = await findEditionOf(catalog().db, kind, id);
      edition = event.editions.find((other) => other.id === editionId);
    }
    if (!edition || edition.state === 'draft') return null;
    const shown = { ...edition.settings, isArchived: edition.state === 'archived' };
    const subject =
      kind === 'site' ? siteSubject(shown) : await findSubject(catalog(edition), kind, id);
    return subject && [subject, shown];
  };
  router.get('/previews/:name.jpg', async (req, res) => {
    const asker = askerOf(res);
    const requested = readName(req.params.name);
    if (!requested) throw notFound('picture');
    const previewed = await lookup(() => findPreviewed(requested));
    if (!previewed) throw notFound('picture');
    const { bytes, isWhole } = await pictureRenderer.get(
      previewOf(...previewed, requested.language),
      asker,
    );
    res
      .type('jpeg')
      .set({
        'Cache-Control': isWhole ? CACHED_FOR_A_DAY : CACHED_UNTIL_COMPLETE,
        'X-Content-Type-Options': 'nosniff',
        // Shown by the sites on which the link is shared.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .send(bytes);
  });
  router.get('/posters/:name', async (req, res) => {
    const asker = askerOf(res);
    const requested = readPosterName(req.params.name);
    const found = requested && (await lookup(() => findPoster(catalog(), requested.id)));
    if (!found) throw notFound('picture');
    const { linkPath, ...content } = found;
    const link = new URL(linkPath, publicUrl).href;
    const poster = { ...content, link, prices: prices(), event: event.current.settings };
    const { bytes, isWhole } = await pictureRenderer.get(
      posterOf(poster, requested.format, requested.language),
      asker,
    );
    res
      .type(requested.type)
      .set({
        'Cache-Control': isWhole ? CACHED_FOR_MINUTES : CACHED_UNTIL_COMPLETE,
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex',
      })
      .send(bytes);
  });
  router.get('/icons/:name.png', async (req, res) => {
    const icon = await iconNamed(req.params.name);
    if (!icon) throw notFound('picture');
    res
      .type('png')
      .set({ 'Cache-Control': CACHED_FOR_A_DAY, 'X-Content-Type-Options': 'nosniff' })
      .send(icon);
  });
  return router;
}
