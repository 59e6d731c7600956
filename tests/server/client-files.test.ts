import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import request, { type Response } from 'supertest';
import { describe, expect, test } from 'vitest';
import { CLIENT_DIST_DIR } from '#server/config/paths';
import { builtClient } from '#server/platform/client-files';

const site = request(express().use(builtClient()));
const assets = readdirSync(join(CLIENT_DIST_DIR, 'assets'));
const assetOf = (extension: string): string => {
  const name = assets.find((asset) => asset.endsWith(extension));
  if (!name) throw new Error(`The build contains no ${extension} file.`);
  return `/assets/${name}`;
};

/** Reads the body as a Buffer; supertest has already decompressed it. */
const bytes = (res: Response, done: (error: Error | null, body: Buffer) => void) => {
  const parts: Buffer[] = [];
  res.on('data', (part: Buffer) => parts.push(part));
  res.on('end', () => done(null, Buffer.concat(parts)));
};
const get = (path: string, encodings: string) =>
  site.get(path).set('Accept-Encoding', encodings).buffer(true).parse(bytes);

describe('a hashed file', () => {
  test.each([
    ['.js', 'text/javascript; charset=utf-8'],
    ['.css', 'text/css; charset=utf-8'],
  ])('%s is sent with Brotli compression to clients that accept it', async (extension, type) => {
    const path = assetOf(extension);
    const plain = await get(path, 'identity');
    const compressed = await get(path, 'gzip, deflate, br');

    for (const { status, headers } of [plain, compressed]) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
    }
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.headers.etag).not.toBe(plain.headers.etag);
    const lengthOf = ({ headers }: Response) => Number(headers['content-length']);
    expect(lengthOf(compressed)).toBeLessThan(lengthOf(plain));
    expect(compressed.body).toEqual(plain.body);
    expect(plain.body).toHaveLength(lengthOf(plain));
  });

  test('that is already compressed is sent as it is', async () => {
    const { status, headers } = await get(assetOf('.woff2'), 'br');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'font/woff2' });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test.each(['br', 'identity'])('of another release is not found (%s)', async (encodings) => {
    const { status, headers } = await get('/assets/index-00000000.js', encodings);
    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('content-encoding');
  });
});

test('the icon declares its character encoding', async () => {
  const { headers } = await get('/favicon.svg', 'identity');
  expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
});
