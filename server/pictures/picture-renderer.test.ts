import { setImmediate as tick } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { TooManyImages } from '#server/images/index';
import { createLogger } from '#server/platform/logger';
import { PictureRenderer } from './picture-renderer';
import type { Drawing, PictureSpec } from './picture-spec';

function deferred() {
  let resolve = () => {};
  const bytes = new Promise<Buffer>((resolveBytes) => {
    resolve = () => resolveBytes(Buffer.from('picture'));
  });
  return { bytes, resolve };
}

/** A renderer whose photographs and pictures are ready only when the test resolves them. */
function pendingRenderer() {
  const [photo, picture] = [deferred(), deferred()];
  const read = vi.fn(() => photo.bytes);
  const draw = vi.fn((_drawing: Drawing) => picture.bytes);
  const write = vi.fn(async () => undefined);
  const save = vi.fn(async () => undefined);
  const pictureRenderer = new PictureRenderer({
    storage: { read: async () => null, save },
    privateStorage: { read: async () => null, write },
    photos: { read },
    drawer: { draw },
    logger: createLogger('silent'),
  });
  const get = (number: number, network = `network ${number}`, signal?: AbortSignal) =>
    pictureRenderer
      .get(aSpec(number), { network, ...(signal ? { signal } : {}) })
      .catch((error: unknown) => error);
  return { pictureRenderer, get, read, draw, write, save, photo, picture };
}

const aSpec = (number: number): PictureSpec => ({
  shows: [number],
  type: 'jpg',
  photoUrl: '/uploads/a.webp',
  drawing: {
    kind: 'preview',
    subject: { kind: 'site', id: null, name: '', nameFr: null, category: null, photoUrl: null },
    event: { name: '', nameFr: null, year: String(number) },
    language: 'en',
  },
});

test('of many requests, few load photographs, and the rest is rejected at once', async () => {
  const { get, read, draw, photo, picture } = pendingRenderer();
  const requests = Array.from({ length: 250 }, (_, number) => get(number));
  const refused = await Promise.all(requests.slice(200));
  for (const error of refused) expect(error).toBeInstanceOf(TooManyImages);
  expect(read).toHaveBeenCalledTimes(8);
  expect(draw).not.toHaveBeenCalled();

  photo.resolve();
  picture.resolve();
  for (const rendered of await Promise.all(requests.slice(0, 200))) {
    expect(rendered).toMatchObject({ isWhole: true, isNew: true });
  }
  expect(draw).toHaveBeenCalledTimes(200);
  expect(await get(300)).toMatchObject({ isWhole: true });
});

test('one network has a share of the places, and another one is not behind all of its requests', async () => {
  const { get, draw, photo, picture } = pendingRenderer();
  const flood = Array.from({ length: 80 }, (_, number) => get(number, 'laptop'));
  const refused = await Promise.all(flood.slice(50));
  for (const error of refused) expect(error).toBeInstanceOf(TooManyImages);
  const voter = get(100, 'voter');
  photo.resolve();
  picture.resolve();
  await voter;
  const drawn = draw.mock.calls.map(
    ([drawing]) => drawing.kind === 'preview' && drawing.event.year,
  );
  // After those that had begun, and one in turn.
  expect(drawn.indexOf('100')).toBeLessThanOrEqual(9);
});

test('a picture that nobody waits for any more is not drawn', async () => {
  const { get, draw, photo, picture } = pendingRenderer();
  const left = new AbortController();
  // The first one waits for its photograph, the tenth for its turn.
  const requests = Array.from({ length: 10 }, (_, number) =>
    get(number, `network ${number}`, number === 3 ? undefined : left.signal),
  );
  const stayed = get(9, 'another voter');
  await tick();
  left.abort();
  photo.resolve();
  picture.resolve();
  await Promise.all(requests);
  expect(await stayed).toMatchObject({ isWhole: true });
  // The fourth, and the tenth for another voter.
  expect(draw).toHaveBeenCalledTimes(2);
});

test('a picture without its photograph is stored for a while, apart from whole ones', async () => {
  const { get, read, save, write, picture } = pendingRenderer();
  read.mockRejectedValue(new Error('gone'));
  picture.resolve();
  expect(await get(1)).toMatchObject({ isWhole: false, isNew: true });
  expect(write).toHaveBeenCalledTimes(1);
  expect(save).not.toHaveBeenCalled();
});
