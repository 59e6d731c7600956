import type { CatalogOf } from '#server/catalog/index';
import { notFound } from '#server/errors';
import type { ReadCache } from '#server/platform/read-cache';
import type { Registry } from '#server/room';
import type { Edition, LiveSettings } from '#server/settings/index';
import { listPublicEditions, readArchive, readArchivedCategory } from './archive';

interface ArchiveRoomDeps {
  catalog: CatalogOf;
  event: LiveSettings;
  cache: ReadCache;
}

/** Adds the public endpoints of earlier editions. */
export function registerEditions({ api }: Registry, deps: ArchiveRoomDeps): void {
  const { catalog, event, cache } = deps;
  const archived = (year: string): Edition => {
    const edition = event.ofYear(year);
    if (edition?.state !== 'archived') throw notFound('edition');
    return edition;
  };
  const archiveOf = (year: string) => {
    const edition = archived(year);
    return { ...catalog(edition), edition };
  };
  api.serveShared('GET /api/editions', cache, () => listPublicEditions(event.editions, catalog));
  api.serveShared('GET /api/editions/:year', cache, ({ params, language }) =>
    readArchive({ ...archiveOf(params.year), language }),
  );
  api.serveShared(
    'GET /api/editions/:year/categories/:categoryId',
    cache,
    async ({ params, language }) =>
      readArchivedCategory({ ...archiveOf(params.year), language }, params.categoryId),
  );
}
