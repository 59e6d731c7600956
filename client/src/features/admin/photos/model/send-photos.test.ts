import { expect, test } from 'vitest';
import { ApiError } from '#client/lib/api/request';
import type { Sendable } from './batch';
import { sendPhotos } from './send-photos';

const photos = (count: number) =>
  Array.from({ length: count }, (_none, id) => ({
    photo: { id, uploaded: null },
    blob: new Blob([String(id)]),
    artistId: `artist ${id}`,
    replaces: null,
  })) as unknown as Sendable[];

const refused = (status: number, code: string) => new ApiError(status, JSON.stringify({ code }));

/** Sends with a server that answers as told, and returns everything that happened. */
async function send(
  count: number,
  server: { upload?: (call: number) => void; save?: (call: number) => void },
) {
  const calls = { uploads: 0, saves: 0, atOnce: 0, most: 0 };
  const saved: number[] = [];
  const problems: [number, string][] = [];
  const stopping = new AbortController();
  await sendPhotos(photos(count), {
    signal: stopping.signal,
    async upload() {
      calls.most = Math.max(calls.most, ++calls.atOnce);
      await Promise.resolve();
      calls.atOnce--;
      calls.uploads++;
      server.upload?.(calls.uploads);
      return `/uploads/${calls.uploads}.webp`;
    },
    async save() {
      calls.saves++;
      server.save?.(calls.saves);
    },
    onWaiting: () => undefined,
    onSending: () => undefined,
    onUploaded: () => undefined,
    onSaved: (id) => saved.push(id),
    onProblem: (id, problem) => problems.push([id, problem]),
    wait: () => Promise.resolve(),
  });
  return { ...calls, saved, problems };
}

test('three at a time, each saved once', async () => {
  const result = await send(10, {});
  expect(result.saved.sort()).toEqual([...Array(10).keys()]);
  expect(result).toMatchObject({ uploads: 10, saves: 10, most: 3, problems: [] });
});

test('a lost connection repeats only what was lost', async () => {
  const result = await send(4, {
    save(call) {
      if (call <= 2) throw new TypeError('Failed to fetch');
    },
  });
  expect(result.saved).toHaveLength(4);
  expect(result).toMatchObject({ uploads: 4, saves: 6, problems: [] });
});

test('a photograph that is refused does not stop the others', async () => {
  const result = await send(3, {
    upload(call) {
      if (call === 2) throw refused(400, 'not-an-image');
    },
    save(call) {
      if (call === 2) throw refused(409, 'changed-meanwhile');
    },
  });
  expect(result.saved).toHaveLength(1);
  expect(result.problems.map(([, problem]) => problem).sort()).toEqual(['changed', 'notAnImage']);
});

test('a session that ended stops everything', async () => {
  const upload = () => {
    throw refused(401, 'unauthorized');
  };
  await expect(send(3, { upload })).rejects.toMatchObject({ status: 401 });
});
