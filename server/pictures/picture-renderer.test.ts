import { expect, test, vi } from 'vitest';
import { TooManyImages } from '#server/images/index';
import { createLogger } from '#server/platform/logger';
import { PictureRenderer, type PictureSpec } from './picture-renderer';

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
  const draw = vi.fn(() => picture.bytes);
  const pictureRenderer = new PictureRenderer({
    storage: { read: async () => null, save: async () => undefined },
    photos: { read },
    logger: createLogger('silent'),
  });
  const get = (number: number) => {
    const spec: PictureSpec = { shows: [number], type: 'jpg', photoUrl: '/uploads/a.webp', draw };
    return pictureRenderer.get(spec).catch((error: unknown) => error);
  };
  return { get, read, draw, photo, picture };
}

test('of many requests, few load photographs, two are drawn at a time, and the rest is rejected at once', async () => {
  const { get, read, draw, photo, picture } = pendingRenderer();
  const requests = Array.from({ length: 100 }, (_, number) => get(number));
  const refused = await Promise.all(requests.slice(58));
  for (const error of refused) expect(error).toBeInstanceOf(TooManyImages);
  expect(read).toHaveBeenCalledTimes(8);
  expect(draw).not.toHaveBeenCalled();

  photo.resolve();
  await vi.waitFor(() => expect(draw).toHaveBeenCalledTimes(2));
  expect(read).toHaveBeenCalledTimes(8);

  picture.resolve();
  for (const rendered of await Promise.all(requests.slice(0, 58))) {
    expect(rendered).toMatchObject({ isWhole: true, isNew: true });
  }
  expect(draw).toHaveBeenCalledTimes(58);
  expect(await get(100)).toMatchObject({ isWhole: true });
});
