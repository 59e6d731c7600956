import { expect, test, vi } from 'vitest';
import { TooManyImages } from '#server/images/index';
import { createLogger } from '#server/platform/logger';
import { PictureRenderer, type PictureSpec } from './picture-renderer';

function later() {
  let come = () => {};
  const bytes = new Promise<Buffer>((resolve) => {
    come = () => resolve(Buffer.from('picture'));
  });
  return { bytes, come };
}

/** Drawings whose photographs load, and that finish, on command. */
function underWay() {
  const [photo, picture] = [later(), later()];
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
  const { get, read, draw, photo, picture } = underWay();
  const asked = Array.from({ length: 100 }, (_, number) => get(number));
  const refused = await Promise.all(asked.slice(58));
  for (const error of refused) expect(error).toBeInstanceOf(TooManyImages);
  expect(read).toHaveBeenCalledTimes(8);
  expect(draw).not.toHaveBeenCalled();

  photo.come();
  await vi.waitFor(() => expect(draw).toHaveBeenCalledTimes(2));
  expect(read).toHaveBeenCalledTimes(8);

  picture.come();
  for (const drawn of await Promise.all(asked.slice(0, 58))) {
    expect(drawn).toMatchObject({ isWhole: true, isNew: true });
  }
  expect(draw).toHaveBeenCalledTimes(58);
  expect(await get(100)).toMatchObject({ isWhole: true });
});
