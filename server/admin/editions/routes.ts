import { currentAdmin } from '#server/auth/index';
import type { Database } from '#server/db/client';
import { notFound } from '#server/errors';
import type { Uploads } from '#server/images/index';
import type { ReadCache } from '#server/platform/read-cache';
import type { Registry } from '#server/room';
import type { LiveSettings } from '#server/settings/index';
import type { AdminEdition } from '#shared/contracts/editions';
import { uploadedName } from '#shared/domain/rendition';
import { createEdition } from './create-edition';
import { listEditions } from './list-editions';
import { deleteDraft, makeCurrent, previewChange } from './make-current';

interface EditionRouteDeps {
  db: Database;
  event: LiveSettings;
  photos: { uploads: Uploads };
  cache: ReadCache;
  /** Called once changed settings are saved and read again. */
  onSettings(): void;
}

/** Adds the endpoints by which owners make editions. */
export function registerAdminEditions({ api }: Registry, deps: EditionRouteDeps): void {
  const { db, event, photos, cache, onSettings } = deps;
  const reload = async () => {
    await event.reload();
    onSettings();
    cache.clear();
  };
  const editionOf = async (year: string): Promise<AdminEdition> => {
    const edition = (await listEditions(db)).find((one) => one.year === year);
    if (!edition) throw notFound('edition');
    return edition;
  };
  api.serve('GET /api/admin/editions', () => listEditions(db));
  api.serve('POST /api/admin/editions', async ({ body, req }) => {
    const { picturesGone } = await createEdition(db, body, {
      adminId: currentAdmin(req).id,
      hasPicture: async (address) => {
        const name = uploadedName(address);
        return name === null || (await photos.uploads.read(name)) !== null;
      },
    });
    await reload();
    return { edition: await editionOf(body.year), picturesGone };
  });
  api.serve('GET /api/admin/editions/:year/change', ({ params }) => previewChange(db, params.year));
  api.serve('POST /api/admin/editions/:year/make-current', async ({ params, body, req }) => {
    await makeCurrent(db, { ...params, ...body, adminId: currentAdmin(req).id });
    await reload();
    return editionOf(params.year);
  });
  api.serve('DELETE /api/admin/editions/:year', async ({ params, req }) => {
    await deleteDraft(db, { ...params, adminId: currentAdmin(req).id });
    await reload();
    return undefined;
  });
}
