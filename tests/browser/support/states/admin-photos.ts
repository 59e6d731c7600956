import sharp from 'sharp';
import { manyArtists } from '../many-artists';
import { answer, hold, signInAsAdministrator, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const UPLOADS_API = '**/api/admin/uploads';

const title = ({ texts }: Visit) => texts['catalog-import'].title;

const BROKEN_HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

const aPhoto = (background: string) =>
  sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** The first artist has a photograph; two have one name; a file is damaged. */
async function choosePhotos({ page, texts, demo }: Visit): Promise<void> {
  const [artist] = manyArtists(1).artists;
  const names = [
    'Mama Njanga & The Bamenda All-Stars featuring the Choir of the Cathedral',
    'Zoé',
    'Double',
    'Double',
    'Papa Wemba',
    'Ama',
  ];
  const artists = names.map((name, index) => ({
    ...artist,
    id: `7c9e6679-7425-40de-944b-e07fc1f90af${index}`,
    name,
    photoUrl: index === 0 ? demo.artist.photoUrl : null,
  }));
  await answer(page, '**/api/admin/artists', artists);
  await signInAsAdministrator(page);
  await page.goto('/admin/import');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: texts.photos.choose }).click();
  const files = await Promise.all(
    [
      `${names[0]}.jpg`,
      'zoe_2.JPG',
      'double.jpg',
      'IMG_20261128_213012_the-one-from-the-stage-of-the-cathedral.jpg',
      'Papa Wemba (final).jpeg',
    ].map(async (name, index) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: index === 4 ? BROKEN_HEIC : await aPhoto(['#7C3AED', '#C83C28'][index % 2]!),
    })),
  );
  await (await choosing).setFiles(files);
  await page.getByText(texts.photos.problem.heic).waitFor();
}

const save = ({ page, texts }: Visit) =>
  page.getByRole('button', { name: texts.photos.save_one.replace('{{count, number}}', '1') });

export const photoStates: ScreenState[] = [
  {
    name: 'photos beside the names of artists',
    title,
    async show(visit) {
      await choosePhotos(visit);
      return save(visit);
    },
  },
  {
    name: 'photos being saved',
    title,
    async show(visit) {
      await hold(visit.page, UPLOADS_API);
      await choosePhotos(visit);
      await save(visit).click();
      return visit.page.getByRole('button', { name: visit.texts.photos.cancel });
    },
  },
  {
    name: 'photos without a connection',
    title,
    async show(visit) {
      await visit.page.route(UPLOADS_API, (route) => route.abort());
      await choosePhotos(visit);
      await save(visit).click();
      return visit.page.getByText(visit.texts.photos.cut);
    },
  },
  {
    name: 'photos in a file that is no zip',
    title,
    async show({ page, texts }) {
      await signInAsAdministrator(page);
      await page.goto('/admin/import');
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: texts.photos.choose }).click();
      const file = { name: 'photos.zip', mimeType: 'application/zip', buffer: Buffer.from('no') };
      await (await choosing).setFiles(file);
      return page.getByText(texts.photos.dropProblem.notAZip);
    },
  },
];
