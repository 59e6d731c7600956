import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClientErrors } from '#server/client-errors/index';
import { clientErrors } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { execute } from '../support/database';

const OLD_ANDROID =
  'Mozilla/5.0 (Linux; Android 10; TECNO KD7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.5060.71 Mobile Safari/537.36';
const OLD_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1';

const FAILURE = {
  kind: 'page',
  page: 'category',
  message: 'TypeError: e.toSorted is not a function',
  frames: ['/assets/index-BvIGDxOp.js:1:2345'],
  language: 'fr',
};

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
});
afterEach(() => app.close());

const report = (changes: object = {}, userAgent = OLD_ANDROID) =>
  app.http
    .post('/api/phone-failures')
    .set('User-Agent', userAgent)
    .send({ ...FAILURE, ...changes });
const stored = () => app.db.select().from(clientErrors);

describe('a failure in a voter’s browser', () => {
  test('is counted by kind and page, over all processes', async () => {
    const other = new ClientErrors({ db: app.db, logger: app.context.logger });
    for (let nth = 0; nth < 3; nth++) await report().expect(204);
    await report({}, OLD_IPHONE).expect(204);
    other.count(FAILURE as Parameters<typeof other.count>[0], OLD_ANDROID);
    await Promise.all([app.deps.clientErrors.save(), other.save()]);
    const rows = await stored();
    expect(rows.map(({ browser, count }) => [browser, count]).sort()).toEqual([
      ['Chrome 103', 4],
      ['Safari 15', 1],
    ]);
    expect(rows[0]).toMatchObject({ kind: 'page', page: 'category', language: 'fr' });

    const admin = await anAdministrator(app);
    const { body } = await admin.get('/api/admin/health').expect(200);
    expect(body.items).toContainEqual({
      about: 'phones',
      state: 'look',
      count: 5,
      browsers: [
        { browser: 'Chrome 103', count: 4 },
        { browser: 'Safari 15', count: 1 },
      ],
    });
  });

  test.each([
    ['an address', 'cannot load https://site.example/a/mireille-ondoa?x=1'],
    ['a quotation', 'unexpected "Mireille Ondoa" in ‘JSON’'],
    ['an e-mail', 'no such voter fan@example.com'],
    ['a number', 'cannot ring +237 677 12 34 55'],
    ['a payment', 'payment 7d0f3e9c-6b1c-4b7e-9a53-2f0f8f6b1a11 is gone'],
  ])('contains no personal data: %s', async (_what, message) => {
    await report({ message }).expect(204);
    await app.deps.clientErrors.save();
    const [row] = await stored();
    expect(row?.message).not.toMatch(/mireille|ondoa|fan@|677|12|34|7d0f3e9c/i);
  });

  test('keeps only the page of an address', async () => {
    await report({ page: 'mireille-ondoa' }).expect(204);
    await app.deps.clientErrors.save();
    expect((await stored())[0]?.page).toBe('other');
  });

  test.each([
    ['another kind', { kind: 'sabotage' }],
    ['a frame elsewhere', { frames: ['https://evil.example/a.js:1:1'] }],
    ['many frames', { frames: Array(6).fill(FAILURE.frames[0]) }],
    ['a long message', { message: 'x'.repeat(201) }],
    ['an unknown field', { phone: '677123455' }],
  ])('with %s is rejected', async (_what, changes) => {
    await report(changes).expect(400);
  });

  test('is limited for each address, as is the number of kinds', async () => {
    const from = (address: string) => report().set('X-Forwarded-For', address);
    for (let nth = 0; nth < 60; nth++) await from('203.0.113.7').expect(204);
    await from('203.0.113.7').expect(429);
    await from('203.0.113.8').expect(204);
    const { clientErrors: failures } = app.deps;
    const letters = (nth: number) => String.fromCodePoint(0x4e00 + nth);
    for (let round = 0; round < 3; round++) {
      for (let nth = 0; nth < 400; nth++) {
        const message = `failure ${letters(round * 400 + nth)}`;
        failures.count({ ...FAILURE, message } as Parameters<typeof failures.count>[0], null);
      }
      await failures.save();
    }
    expect((await stored()).length).toBeLessThanOrEqual(600);
  });

  test('stays in memory while the database cannot store it', async () => {
    await report().expect(204);
    await execute(app.ownerUrl, 'alter table phone_failures rename to elsewhere');
    await expect(app.deps.clientErrors.save()).rejects.toThrow();
    await execute(app.ownerUrl, 'alter table elsewhere rename to phone_failures');
    await app.deps.clientErrors.save();
    expect(await stored()).toMatchObject([{ count: 1 }]);
  });
});
