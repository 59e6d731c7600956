import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ALL_RESULTS, registerCatalog, TrendingBoard } from '#server/catalog/index';
import { CATALOG_CHANGED, listen } from '#server/db/listen';
import { Api } from '#server/http/index';
import { ReadCache } from '#server/platform/read-cache';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { execute } from '../support/database';
import { registryOf } from '../support/registry';

/** In ms; long enough for a slow machine. */
const AGE_MS = 10 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasClock: true, catalogAgeMs: AGE_MS });
});
afterAll(() => app.close());

test('fifty simultaneous readers of a page cost as many queries as one', async () => {
  const { id } = await app.given.artist();
  const select = vi.spyOn(app.db, 'select');
  const read = () => app.http.get(`/api/artists/${id}/nominations`).expect(200);
  await read();
  const queriesOfOne = select.mock.calls.length;
  expect(queriesOfOne).toBeGreaterThan(0);
  const answers = await Promise.all(Array.from({ length: 50 }, read));
  expect(select.mock.calls.length).toBe(queriesOfOne);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const { etag } = answers[0]!.headers;
  await app.http.get(`/api/artists/${id}/nominations`).set('If-None-Match', etag!).expect(304);
  select.mockRestore();
});

test('votes are on the page once the cached response is too old', async () => {
  const { id, nominations } = await app.given.artist();
  const votes = async () => (await app.http.get(`/api/artists/${id}`).expect(200)).body.totalVotes;
  expect(await votes()).toBe(0);
  await app.given.completedPayment(nominations, {});
  await app.advance(AGE_MS);
  expect(await votes()).toBeGreaterThan(0);
});

test('an administrator sees their own changes at once', async () => {
  const admin = await anAdministrator(app);
  const names = async () => {
    const { body } = await app.http.get('/api/categories').expect(200);
    return body.map(({ name }: { name: string }) => name);
  };
  expect(await names()).not.toContain('Brand new');
  const { id } = (await admin.post('/api/admin/categories').send({ name: 'Brand new' })).body;
  expect(await names()).toContain('Brand new');
  await admin.delete(`/api/admin/categories/${id}`).expect(204);
  expect(await names()).not.toContain('Brand new');
});

test('a missing entity is not cached as missing', async () => {
  const unknown = '/api/categories/00000000-0000-4000-8000-000000000000';
  await app.http.get(unknown).expect(404);
  const { id } = await app.given.category({ id: unknown.split('/').at(-1)! });
  await app.http.get(`/api/categories/${id}`).expect(200);
});

describe('another process', () => {
  /** Serves the catalogue from its own cache. */
  function anotherProcess() {
    const cache = new ReadCache(AGE_MS);
    const api = new Api({ checksAnswers: true });
    const trending = new TrendingBoard(app.db);
    const deps = {
      db: app.db,
      trending,
      shown: async () => ALL_RESULTS,
      scope: { edition: 1, sees: 'public' as const },
    };
    registerCatalog(registryOf(api), {
      catalog: () => deps,
      cache,
      lifecycle: app.lifecycle,
      auth: { isOfTeam: async () => false },
    });
    const clearCache = vi.fn(() => cache.clear());
    const listening = listen({
      url: app.databaseUrl,
      onNotice: { [CATALOG_CHANGED]: clearCache },
      logger: app.context.logger,
    });
    return { http: request(express().use(api.router)), clearCache, listening };
  }

  test('shows a change as soon as the database notifies it, and after its connection broke', async () => {
    const { http, clearCache, listening } = anotherProcess();
    try {
      const names = async () => (await http.get('/api/categories').expect(200)).text;
      await expect.poll(() => clearCache.mock.calls.length).toBe(1);
      expect(await names()).not.toContain('By hand');
      await execute(app.ownerUrl, "insert into categories (name) values ('By hand')");
      await expect.poll(names).toContain('By hand');

      await execute(
        app.databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'festival-awards-listener' and datname = current_database()`,
      );
      await execute(app.ownerUrl, "update categories set name = 'Unheard' where name = 'By hand'");
      await expect.poll(names, { timeout: 30_000 }).toContain('Unheard');
    } finally {
      await listening.stop();
    }
  });
});

describe('a cached response', () => {
  const path = '/api/categories';
  beforeAll(async () => {
    await app.given.artist({ nominatedIn: 12 });
    await app.given.category({ name: 'Best song', nameFr: 'Meilleure chanson' });
    app.deps.cache.clear();
  });
  const ready = async (headers: Record<string, string> = {}) => {
    await app.http.get(path).set(headers).expect(200);
    return app.http.get(path).set(headers).expect(200);
  };

  test('has all headers of the application, and its scope and lifetime', async () => {
    const { headers } = await ready();
    const { headers: others } = await app.http.get('/api/config').expect(200);
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'permissions-policy',
      'x-request-id',
    ]) {
      expect(headers, name).toHaveProperty(name);
      if (name !== 'x-request-id') expect(headers[name]).toBe(others[name]);
    }
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=1',
      'cdn-cache-control': 'public, max-age=1, stale-while-revalidate=2',
      vary: 'Accept-Encoding, Accept-Language',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test.each([
    ['br', 'gzip, deflate, br', 'br'],
    ['gzip', 'gzip, deflate', 'gzip'],
    ['gzip', 'br;q=0, gzip', 'gzip'],
    ['nothing', 'identity', undefined],
  ])('is compressed with %s for clients that accept %s', async (_, accepted, encoding) => {
    const plain = await ready({ 'Accept-Encoding': 'identity' });
    const { headers, body } = await ready({ 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(body).toEqual(plain.body);
  });

  test('is not sent to a client that has it already, in the same encoding', async () => {
    const gzip = { 'Accept-Encoding': 'gzip' };
    const { etag } = (await ready(gzip)).headers;
    expect(etag).toMatch(/^"[\w-]+(\.gzip)?"$/);
    for (const storedTag of [etag!, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await app.http
        .get(path)
        .set({ ...gzip, 'If-None-Match': storedTag })
        .expect(304);
      expect(answer.headers).toMatchObject({ etag, vary: 'Accept-Encoding, Accept-Language' });
      expect(answer.text).toBe('');
    }
    await app.http
      .get(path)
      .set({ ...gzip, 'If-None-Match': '"another"' })
      .expect(200);
  });

  test('exists separately for each language, and is not sent for the other one', async () => {
    const [english, french] = [
      await ready({ 'Accept-Language': 'en' }),
      await ready({ 'Accept-Language': 'fr' }),
    ];
    expect(english.headers['content-language']).toBe('en');
    expect(french.headers['content-language']).toBe('fr');
    expect(french.headers.etag).not.toBe(english.headers.etag);
    const { etag } = english.headers;
    const requestIn = (language: string) =>
      app.http.get(path).set({ 'Accept-Language': language, 'If-None-Match': etag! });
    await requestIn('en').expect(304);
    await requestIn('fr').expect(200);
    const select = vi.spyOn(app.db, 'select');
    const response = await app.http.get(`${path}?lang=fr`).set('Accept-Language', 'en').expect(200);
    expect(response.headers.etag).toBe(french.headers.etag);
    expect(select).not.toHaveBeenCalled();
    select.mockRestore();
  });

  test('is logged like any other response', async () => {
    app.logs.length = 0;
    const { headers } = await ready();
    const lines = app.logs.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ requestId: headers['x-request-id'], path, status: 200 }),
    );
  });
});
