import { afterEach, expect, test, vi } from 'vitest';
import { isText, objectWith } from './answer-shape';
import { get, request } from './request';

const serverAnswers = (body: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));

const { signal } = new AbortController();

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(['null', '"text"', '7', '', '<h1>Portal</h1>'])(
  'what is no answer of ours fails like a lost connection: %s',
  async (body) => {
    serverAnswers(body);
    await expect(request('GET', '/api/categories')).rejects.not.toHaveProperty('status');
  },
);

test('a query fails where the answer has another shape', async () => {
  const getCategory = get(objectWith<{ name: string }>({ name: isText }));
  serverAnswers('{"name":"Best Song"}');
  await expect(getCategory({ queryKey: ['/api/categories', '1'], signal })).resolves.toEqual({
    name: 'Best Song',
  });
  serverAnswers('{}');
  await expect(getCategory({ queryKey: ['/api/categories', '1'], signal })).rejects.toThrow(
    TypeError,
  );
});
