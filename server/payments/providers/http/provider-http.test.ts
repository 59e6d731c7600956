import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { evidenceOf, ProviderHttp } from './provider-http';

let answer: (res: ServerResponse) => void;
const server = createServer((_req, res) => answer(res));
let http: ProviderHttp;

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  http = new ProviderHttp({ name: 'campay', baseUrl, logger: pino({ level: 'silent' }) });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const query = () => http.send({ method: 'GET', path: '/' });
const list = async () => {
  const entries: unknown[] = [];
  const { status, isReadable } = await http.send({
    method: 'GET',
    path: '/',
    entriesAt: '$.data.*',
    take: (taken) => void entries.push(...taken),
  });
  return { status, isReadable, count: entries.length };
};

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** @returns a promise that resolves once the client has closed the connection */
const sendWithoutEnd = (beginning: string, piece: string): Promise<void> =>
  new Promise((resolve) => {
    answer = (res) => {
      res.writeHead(200, JSON_TYPE).write(beginning);
      const pieces = Readable.from(
        (function* () {
          for (;;) yield piece.repeat(1_000);
        })(),
      );
      res.on('close', () => {
        pieces.destroy();
        resolve();
      });
      pieces.pipe(res);
    };
  });
const send = (body: string | Buffer, headers = {}, status = 200) => {
  answer = (res) => res.writeHead(status, { ...JSON_TYPE, ...headers }).end(body);
};
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
/** Far more than this takes on a slow machine, in ms. */
const TIME_LIMIT_MS = 3_000;
const withinTimeLimit = async <T>(request: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now();
  const response = await request();
  expect(performance.now() - startedAt).toBeLessThan(TIME_LIMIT_MS);
  return response;
};

describe('a response', () => {
  test('with JSON or an empty body is read', async () => {
    send('{"a":1}');
    expect(await query()).toMatchObject({ status: 200, body: { a: 1 }, isReadable: true });
    send('');
    expect(await query()).toMatchObject({ status: 200, body: undefined, isReadable: true });
  });

  test.each([100, 100_000, 900_000])('of %i nested brackets is rejected quickly', async (depth) => {
    for (const status of [200, 400, 500]) {
      send(nested(depth), {}, status);
      const response = await withinTimeLimit(query);
      expect(response).toMatchObject({ status, body: undefined, isReadable: false });
      expect(evidenceOf(response)).toMatchObject({ httpStatus: status, providerText: null });
    }
  });

  test('that never ends is cut off', async () => {
    const closed = sendWithoutEnd('[1', ',1');
    expect(await withinTimeLimit(query)).toMatchObject({
      status: 200,
      isReadable: false,
      failure: null,
    });
    await closed;
  });

  test('that is compressed is not decompressed', async () => {
    send(gzipSync(Buffer.alloc(50_000_000, '[')), { 'Content-Encoding': 'gzip' });
    expect(await withinTimeLimit(query)).toMatchObject({
      status: 200,
      body: undefined,
      isReadable: false,
    });
  });
});

describe('a list', () => {
  test('of any length is read', async () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => ({
      index,
      text: 'x'.repeat(100),
    }));
    send(JSON.stringify({ data: entries }));
    expect(await list()).toEqual({ status: 200, isReadable: true, count: 20_000 });
  });

  test.each([
    ['of nested brackets only', nested(100_000), 0],
    ['with a nested entry', `{"data":[${nested(100_000)}]}`, 0],
    ['with a nested entry among others', `{"data":[{},{},${nested(100_000)},{}]}`, 0],
    ['cut off', '{"data":[{},{}', 2],
  ])('%s is quickly reported as incomplete', async (_what, body, count) => {
    send(body);
    expect(await withinTimeLimit(list)).toEqual({ status: 200, isReadable: false, count });
  });

  test.each([
    ['an endless entry', '{"data":[{},{"a":"', 'x'],
    ['an endless beginning', '', ' '],
  ])('with %s is cut off', async (_what, beginning, piece) => {
    const closed = sendWithoutEnd(beginning, piece);
    expect(await withinTimeLimit(list)).toMatchObject({ status: 200, isReadable: false });
    await closed;
  });
});
