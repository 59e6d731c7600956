import { randomUUID } from 'node:crypto';
import type {
  AdminArtistDetail,
  AdminCategory,
  ArtistInputBody,
  CategoryInputBody,
} from '#shared/contracts/admin-catalog';
import type { Category, Nomination } from '#shared/contracts/catalog';
import { adminActions } from '#shared/schema';
import type { anAdministrator } from './administrator';
import type { TestApp } from './app';

export type AdminCatalog = ReturnType<typeof adminCatalog>;

/** The catalogue as an administrator changes it, and as visitors see it afterwards; over HTTP. */
export function adminCatalog(app: TestApp, admin: Awaited<ReturnType<typeof anAdministrator>>) {
  const get = async (path: string) => (await app.http.get(path).expect(200)).body;
  const publicCategories = (): Promise<Category[]> => get('/api/categories');
  const nomineesOf = (categoryId: string): Promise<Nomination[]> =>
    get(`/api/nominations/category/${categoryId}`);
  const nominationsOf = (artistId: string): Promise<Nomination[]> =>
    get(`/api/nominations/artist/${artistId}`);

  const aCategory = async (
    values: Partial<CategoryInputBody> = {},
  ): Promise<AdminCategory & { version: number }> =>
    (
      await admin
        .post('/api/admin/categories')
        .send({ name: `Category ${randomUUID()}`, ...values })
        .expect(201)
    ).body;

  const anArtist = async (
    categoryIds: string[],
    values: Partial<ArtistInputBody> = {},
  ): Promise<AdminArtistDetail> =>
    (
      await admin
        .post('/api/admin/artists')
        .send({
          name: `Artist ${randomUUID()}`,
          nominations: categoryIds.map((categoryId) => ({ categoryId })),
          ...values,
        })
        .expect(201)
    ).body;

  const detail = async (id: string): Promise<AdminArtistDetail> =>
    (await admin.get(`/api/admin/artists/${id}`).expect(200)).body;

  const save = (artist: AdminArtistDetail, changes: Partial<ArtistInputBody>) => {
    const { name, bio, bioFr, photoUrl, isFeatured, version, nominations: list } = artist;
    return admin.put(`/api/admin/artists/${artist.id}`).send({
      ...{ name, bio, bioFr, photoUrl, isFeatured, version },
      nominations: list.map(
        ({
          categoryId,
          nominationTitle,
          nominationTitleFr,
          nominationPhotoUrl,
          nominationDescription,
          nominationDescriptionFr,
        }) => ({
          categoryId,
          nominationTitle,
          nominationTitleFr,
          nominationPhotoUrl,
          nominationDescription,
          nominationDescriptionFr,
        }),
      ),
      ...changes,
    });
  };

  const actionsOn = async (entityId: string) =>
    (await app.db.select().from(adminActions).orderBy(adminActions.id)).filter(
      (row) => row.entityId === entityId,
    );

  return {
    get,
    publicCategories,
    nomineesOf,
    nominationsOf,
    aCategory,
    anArtist,
    detail,
    save,
    actionsOn,
  };
}
