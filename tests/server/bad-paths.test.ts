import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  appWithoutSideEffects,
  issuePathsOf,
  LOOKUP,
  PAYMENT,
  rejectionIn,
} from '../support/bad-requests';

const server = appWithoutSideEffects();
const { send } = server;

describe('a path', () => {
  const WITH_ID = [
    '/api/categories/:id',
    '/api/nominations/category/:id',
    '/api/nominations/artist/:id',
    '/api/artists/:id',
    '/api/artists/:id/nominations',
    '/api/payment/:id/status',
    '/api/payment/:id/receipt-code',
  ];
  const NOT_IDS = [
    'x',
    '42',
    '-1',
    '__proto__',
    'constructor',
    '%00',
    '%20',
    '%F0%9F%8F%86',
    '%27%20OR%201=1--',
    '%2e%2e%2fpayments',
    '00000000-0000-0000-0000-00000000000g',
    `${randomUUID()}0`,
    `${randomUUID()}%00`,
    `{${randomUUID()}}`,
    'x'.repeat(5_000),
  ];
  const BROKEN_ENCODING = ['%ZZ', '%', '%E0%A4%A', '%FF', '%ED%A0%80'];

  test.each(WITH_ID)('%s with a malformed id is rejected', async (route) => {
    for (const id of NOT_IDS) {
      const answer = await send(route.replace(':id', id), { method: 'GET' });
      expect(answer.status, id).toBe(400);
      expect(rejectionIn(answer).code).toBe('validation');
    }
  });

  test.each([...WITH_ID, '/api/nominations/share/:id', '/api/payment/receipt/:id'])(
    '%s with broken percent-encoding is rejected',
    async (route) => {
      for (const id of BROKEN_ENCODING) {
        const answer = await send(route.replace(':id', id), { method: 'GET' });
        expect(answer.status, id).toBe(400);
        rejectionIn(answer);
      }
    },
  );

  test.each([
    ['NUL', '%00'],
    ['NUL at its end', 'x%00'],
    ['too long', 'x'.repeat(101)],
  ])('/api/nominations/share/ with a malformed link (%s) is rejected', async (_kind, link) => {
    const answer = await send(`/api/nominations/share/${link}`, { method: 'GET' });
    expect(answer.status).toBe(400);
    expect(issuePathsOf(rejectionIn(answer))).toEqual(['link']);
  });

  test.each(['x', '%00', '7KQ2M9X0W', '7KQ2M9X0W1Z', '7KQ2M9X0WU', '%23', "'%20OR%201=1--"])(
    '/api/payment/receipt/%s is rejected',
    async (code) => {
      const answer = await send(`/api/payment/receipt/${code}`, { method: 'GET' });
      expect(answer.status).toBe(400);
      expect(issuePathsOf(rejectionIn(answer))).toEqual(['receiptCode']);
    },
  );

  test.each([...WITH_ID, '/api/nominations/share/:id'])(
    '%s with an unknown id is not found',
    async (route) => {
      const answer = await server.app.http.get(route.replace(':id', randomUUID())).expect(404);
      expect(answer.body).toEqual({ message: expect.any(String), code: 'not-found' });
    },
  );

  test.each<[query: string, path: string]>([
    ['', 'url'],
    ['?url=', 'url'],
    ['?url=x', 'url'],
    ['?url=javascript:alert(1)', 'url'],
    ['?url=https://a.example/%00', 'url'],
    ['?url=https://a.example/1&url=https://a.example/2', 'url'],
    ['?url[]=https://a.example/1', 'url'],
    ['?url[toString]=x', 'url'],
    ['?__proto__[url]=https://a.example/1', 'url'],
    ['?url=https://a.example/1&w=', 'w'],
    ['?url=https://a.example/1&w=-160', 'w'],
    ['?url=https://a.example/1&w=161', 'w'],
    ['?url=https://a.example/1&w=1e9', 'w'],
    ['?url=https://a.example/1&w=NaN', 'w'],
    ['?url=https://a.example/1&w=160&w=320', 'w'],
  ])('/api/image-proxy%s is rejected', async (query, path) => {
    const answer = await send(`/api/image-proxy${query}`, { method: 'GET' });
    expect(answer.status).toBe(400);
    expect(issuePathsOf(rejectionIn(answer))).toContain(path);
  });

  test('/api/image-proxy with too long a URL is rejected', async () => {
    const url = `https://a.example/${'x'.repeat(4_000)}`;
    const answer = await send(`/api/image-proxy?url=${url}`, { method: 'GET' });
    expect(answer.status).toBe(400);
    expect(issuePathsOf(rejectionIn(answer))).toEqual(['url']);
  });

  test.each<[method: string, path: string]>([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/%ZZ'],
    ['GET', '/api/payment/receipt'],
    ['GET', '/api/payment//status'],
    ['POST', '/api/stripe-payment'],
    ['POST', '/api/orange-payment'],
    ['POST', '/api/-payment'],
    ['POST', '/api/__proto__-payment'],
    ['POST', '/api/webhooks/orange'],
  ])('%s %s does not exist', async (method, path) => {
    const answer = await send(path, { method });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String), code: 'not-found' });
  });

  test.each<[method: string, path: string, allowed: string]>([
    ['GET', PAYMENT, 'POST'],
    ['PUT', PAYMENT, 'POST'],
    ['DELETE', PAYMENT, 'POST'],
    ['GET', LOOKUP, 'POST'],
    ['POST', '/api/categories', 'GET, HEAD'],
    ['DELETE', `/api/categories/${randomUUID()}`, 'GET, HEAD'],
    ['POST', `/api/payment/${randomUUID()}/status`, 'GET, HEAD'],
    ['PUT', `/api/payment/${randomUUID()}/attempt`, 'PATCH'],
    ['PATCH', `/api/payment/${randomUUID()}/receipt-code`, 'GET, HEAD'],
    ['POST', '/api/image-proxy', 'GET, HEAD'],
    ['PATCH', '/api/config', 'GET, HEAD'],
    ['POST', '/api/health/live', 'GET, HEAD'],
    ['DELETE', '/api/webhooks/campay', 'GET, POST, PUT, HEAD'],
  ])('%s %s is answered with 405 and the allowed methods', async (method, path, allowed) => {
    const answer = await fetch(`${server.app.url}${path}`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allowed);
    const body = { message: expect.any(String), code: 'method-not-allowed' };
    expect(await answer.json()).toEqual(body);
  });
});
