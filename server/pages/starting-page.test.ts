import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startingPage } from './starting-page';

const HSTS = 'max-age=31536000; includeSubDomains';
/** Header sent by browsers when a page is opened. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function request(path: string, headers: Record<string, string>, status = 503) {
  const server = createServer(startingPage({ hsts: HSTS, publicUrl: 'http://localhost:5000' }));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  expect(response.status).toBe(status);
  expect(response.headers.get('cache-control')).toBe(status === 503 ? 'no-store' : null);
  expect(response.headers.get('strict-transport-security')).toBe(HSTS);
  return { headers: response.headers, text: await response.text() };
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
      const { text, headers: responseHeaders } = await request(path, headers);
      expect(responseHeaders.get('content-type')).toBe('text/html; charset=utf-8');
      expect(responseHeaders.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain('<meta http-equiv="refresh" content="2">');
    }
  },
);

test.each([
  ['a call of the API, even by a browser', '/api/config', BROWSER],
  ['a client that does not accept HTML', '/', 'application/json'],
])('%s gets a time to retry after', async (_who, path, accept) => {
  const { text, headers } = await request(path, { Accept: accept });
  expect(headers.get('retry-after')).toBe('5');
  expect(JSON.parse(text)).toEqual({ message: 'Starting, please try again', code: 'starting' });
});

test('health checks report that the server is alive and not ready', async () => {
  const live = await request('/api/health/live', {}, 200);
  expect(JSON.parse(live.text)).toEqual({ status: 'ok' });
  await request('/api/health/ready', {});
});
