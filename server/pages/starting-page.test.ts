import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startingPage } from './starting-page';

const HSTS = 'max-age=31536000; includeSubDomains';
/** Header sent by browsers when a page is opened. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function ask(path: string, headers: Record<string, string>, status = 503) {
  const server = createServer(startingPage({ hsts: HSTS, publicUrl: 'http://localhost:5000' }));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('cache-control')).toBe(status === 503 ? 'no-store' : null);
  expect(answer.headers.get('strict-transport-security')).toBe(HSTS);
  return { headers: answer.headers, text: await answer.text() };
}

test.each([
  ['en-GB,en', '', 'en'],
  ['fr-CM,fr;q=0.9', '', 'fr'],
  ['en', 'language=fr', 'fr'],
])(
  'a browser that accepts %s and prefers "%s" gets a page in %s that reloads itself',
  async (languages, cookie, language) => {
    const headers = { Accept: BROWSER, 'Accept-Language': languages, Cookie: cookie };
    for (const path of ['/', '/checkout?artist=%7B%7D']) {
      const { text, headers: answered } = await ask(path, headers);
      expect(answered.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answered.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain('<meta http-equiv="refresh" content="2">');
    }
  },
);

test.each([
  ['a call of the API, even by a browser', '/api/config', BROWSER],
  ['whoever wants no page', '/', 'application/json'],
])('%s gets a time to retry after', async (_who, path, accept) => {
  const { text, headers } = await ask(path, { Accept: accept });
  expect(headers.get('retry-after')).toBe('5');
  expect(JSON.parse(text)).toEqual({ message: 'Starting, please try again', code: 'starting' });
});

test('health checks report that it is alive and not ready', async () => {
  const live = await ask('/api/health/live', {}, 200);
  expect(JSON.parse(live.text)).toEqual({ status: 'ok' });
  await ask('/api/health/ready', {});
});
