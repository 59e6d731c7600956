import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundedResponse, JsonDepth, parseExternalJson, readUpTo } from './external-json';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const read = (text: string) => parseExternalJson(Buffer.from(text));

describe('JSON from external services', () => {
  test('is parsed like any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (text) => {
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(read('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  test.each(['', ' ', '<h1>Bad gateway</h1>', '{"a":', '{"a":1}}', ']', '"\\"'])(
    '%j gives undefined',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  test('is rejected beyond a depth that no service needs', () => {
    expect(read(nested(64))).toBeDefined();
    expect(read(nested(65))).toBeUndefined();
    expect(read(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toBeUndefined();
    expect(read('['.repeat(10_000_000))).toBeUndefined();
    expect(read(`[${`${nested(60)},`.repeat(100)}1]`)).toBeDefined();
  });

  test('brackets within strings do not count', () => {
    for (const text of [
      '[[[['.repeat(100),
      '"[{'.repeat(100),
      '\\"['.repeat(100),
      '\\'.repeat(99),
    ]) {
      expect(read(JSON.stringify({ text, after: nested(64) }))).toEqual({
        text,
        after: nested(64),
      });
    }
  });

  test('its depth is the same however it is split into chunks', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^([[\]{}"\\a]|\\"){0,300}$/),
        fc.array(fc.nat({ max: 40 })),
        (text, lengths) => {
          const bytes = Buffer.from(`${'['.repeat(55)}${text}`);
          const whole = new JsonDepth().isWithin(bytes);
          const depth = new JsonDepth();
          let at = 0;
          const pieces = [...lengths, bytes.length].map((length) => {
            at += length;
            return bytes.subarray(at - length, at);
          });
          expect(pieces.every((piece) => depth.isWithin(piece))).toBe(whole);
        },
      ),
    );
  });
});

describe('a body', () => {
  const endless = (sent: { count: number }) =>
    Readable.from(
      (function* () {
        for (;;) {
          sent.count += 1;
          yield Buffer.alloc(1_000, '[');
        }
      })(),
    );

  test('is read to its end', async () => {
    expect(await readUpTo(Readable.from([Buffer.from('a'), Buffer.from('b')]), 2)).toEqual(
      Buffer.from('ab'),
    );
    expect(await readUpTo(Readable.from([]), 2)).toEqual(Buffer.alloc(0));
  });

  test('is dropped if it is too long', async () => {
    const sent = { count: 0 };
    expect(await readUpTo(endless(sent), 10_000)).toBeNull();
    expect(sent.count).toBeLessThan(100);
  });
});

describe('a fetch response', () => {
  const ask = async (body: Buffer, headers = {}) => {
    const server = createServer((_req, res) => res.writeHead(200, headers).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      return await boundedResponse(await fetch(`http://127.0.0.1:${port}`));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  test('is passed on unchanged', async () => {
    const answer = await ask(Buffer.from('{"a":1}'), { 'Content-Type': 'application/json' });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect([answer.status, await answer.json()]).toEqual([200, { a: 1 }]);
    expect(await (await ask(gzipSync('[1]'), { 'Content-Encoding': 'gzip' })).json()).toEqual([1]);
  });

  test.each<[what: string, body: Buffer, headers?: object]>([
    ['nested without end', Buffer.from(nested(1_000))],
    ['longer than any', Buffer.alloc(1_000_000, ' ')],
    [
      'packed, and longer than any',
      gzipSync(Buffer.alloc(50_000_000)),
      { 'Content-Encoding': 'gzip' },
    ],
  ])('that is %s is rejected', async (_what, body, headers) => {
    await expect(ask(body, headers)).rejects.toThrow('fetch failed');
  });
});
