import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ALL_RESULTS, TrendingBoard } from '#server/catalog/index';
import { TooManyImages } from '#server/images/index';
import { PreviewPrerenderer } from '#server/pictures/preview-prerenderer';
import { LANGUAGES } from '#shared/domain/localized';
import { startTestApp, type TestApp } from '../support/app';
import { conversionsDuring } from '../support/conversions';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function createPrerenderer() {
  const { pictureRenderer, event, logger } = app.deps;
  const prerenderer = new PreviewPrerenderer({
    catalog: () => ({
      db: app.db,
      trending: new TrendingBoard(app.db),
      shown: async () => ALL_RESULTS,
      scope: { edition: 1, sees: 'public' },
    }),
    pictureRenderer,
    event: () => event.current.settings,
    logger,
  });
  onTestFinished(() => prerenderer.stop());
  return { prerenderer, pictureRenderer };
}

test('previews are drawn before the first request, and again for a new name', async () => {
  const artist = await app.given.artist({ name: 'Early Bird' });
  const [nomination] = artist.nominations;
  const { prerenderer, pictureRenderer } = createPrerenderer();
  const drawn = vi.spyOn(pictureRenderer, 'get');
  onTestFinished(() => drawn.mockRestore());
  const isDrawn = (name: string) => async () => {
    const calls = drawn.mock.calls.flatMap(([{ shows }], index) =>
      shows.includes(name)
        ? [{ language: shows.at(-1), result: drawn.mock.results[index]?.value }]
        : [],
    );
    await Promise.all(calls.map(({ result }) => result));
    return calls.map(({ language }) => language).sort();
  };
  for (const name of ['Early Bird', 'Late Bird']) {
    await app.given.renamedArtist(artist, name);
    prerenderer.begin();
    await expect.poll(isDrawn(name), { timeout: 60_000 }).toEqual([...LANGUAGES]);
  }
  await prerenderer.stop();

  const { conversions } = await conversionsDuring(async () => {
    for (const language of LANGUAGES) {
      await app.http.get(`/previews/nomination-${nomination!.id}-${language}.jpg`).expect(200);
    }
  });
  expect(conversions).toBe(0);
  // A stopped worker starts nothing.
  prerenderer.begin();
  await prerenderer.stop();
}, 150_000);

test('previews for which there was no capacity are drawn in the next round', async () => {
  await app.given.artist({ name: 'Patient Bird' });
  const { prerenderer, pictureRenderer } = createPrerenderer();
  const get = vi.spyOn(pictureRenderer, 'get').mockRejectedValueOnce(new TooManyImages());
  onTestFinished(() => get.mockRestore());
  prerenderer.begin();
  const drawn = () =>
    get.mock.settledResults.flatMap(({ type }, index) => {
      const { shows } = get.mock.calls[index]![0];
      return type === 'fulfilled' && shows.includes('Patient Bird') ? [shows.at(-1)] : [];
    });
  await expect.poll(() => drawn().sort(), { timeout: 60_000 }).toEqual([...LANGUAGES]);
}, 90_000);
