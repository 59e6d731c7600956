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

const ask = () => http.send({ method: 'GET', path: '/' });
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
const SOON_MS = 3_000;
const soon = async <T>(asking: () => Promise<T>): Promise<T> => {
  const begun = performance.now();
  const answered = await asking();
  expect(performance.now() - begun).toBeLessThan(SOON_MS);
  return answered;
};

describe('a response', () => {
  test('is read', async () => {
    send('{"a":1}');
    expect(await ask()).toMatchObject({ status: 200, body: { a: 1 }, isReadable: true });
    send('');
    expect(await ask()).toMatchObject({ status: 200, body: undefined, isReadable: true });
  });

  test.each([100, 100_000, 900_000])('of %i brackets is rejected without harm', async (depth) => {
    for (const status of [200, 400, 500]) {
      send(nested(depth), {}, status);
      const answered = await soon(ask);
      expect(answered).toMatchObject({ status, body: undefined, isReadable: false });
      expect(evidenceOf(answered)).toMatchObject({ httpStatus: status, providerText: null });
    }
  });

  test('without end is cut off', async () => {
    const hungUp = sendWithoutEnd('[1', ',1');
    expect(await soon(ask)).toMatchObject({ status: 200, isReadable: false, trouble: null });
    await hungUp;
  });

  test('that is compressed is not decompressed', async () => {
    send(gzipSync(Buffer.alloc(50_000_000, '[')), { 'Content-Encoding': 'gzip' });
    expect(await soon(ask)).toMatchObject({ status: 200, body: undefined, isReadable: false });
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
    ['of nothing but brackets', nested(100_000), 0],
    ['of brackets', `{"data":[${nested(100_000)}]}`, 0],
    ['with brackets in it', `{"data":[{},{},${nested(100_000)},{}]}`, 0],
    ['cut off', '{"data":[{},{}', 2],
  ])('%s is incomplete and does no harm', async (_what, body, count) => {
    send(body);
    expect(await soon(list)).toEqual({ status: 200, isReadable: false, count });
  });

  test.each([
    ['an entry without end', '{"data":[{},{"a":"', 'x'],
    ['a beginning without end', '', ' '],
  ])('with %s is cut off', async (_what, beginning, piece) => {
    const hungUp = sendWithoutEnd(beginning, piece);
    expect(await soon(list)).toMatchObject({ status: 200, isReadable: false });
    await hungUp;
  });
});
