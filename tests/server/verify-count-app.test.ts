import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventSettings } from '#shared/contracts/event-settings';
import { startTestApp, type TestApp } from '../support/app';
import { verifierAlone } from '../support/count-site';
import { execute } from '../support/database';

const LIVE: EventSettings['results'] = { policy: 'live', sealedFrom: null, releasesAtClose: false };

let app: TestApp;
let verifier: Awaited<ReturnType<typeof verifierAlone>>;
beforeAll(async () => {
  [app, verifier] = await Promise.all([startTestApp(), verifierAlone()]);
  // The documentation and the verifier, as any visitor gets them.
  const page = await fetch(`${app.url}/count/open-count.md`);
  expect(await page.text()).toMatch(/^# The open count\n/);
  expect(page.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  const file = await (await fetch(`${app.url}/count/verify-count.mjs`)).text();
  expect(file).toBe(await readFile(verifier.file, 'utf8'));
  await writeFile(verifier.file, file);
  const artist = await app.given.artist({ name: 'Zoë', nominatedIn: 2 });
  for (let i = 0; i < 270; i++) await app.given.completedPayment(artist.nominations, { each: 2 });
  const refunded = await app.given.completedPayment(artist.nominations, { each: 5 });
  await app.entered();
  await app.given.refunded(refunded.id);
  await app.setEvent({ results: { ...LIVE, policy: 'hidden' } });
  await app.given.completedPayment(artist.nominations, { each: 4 });
  await app.entered();
});
afterAll(() => Promise.all([app?.close(), verifier?.remove()]));

const verify = () => verifier.run(app.url, '--patience', '0');

describe('the verifier of the application’s own log', () => {
  test('finds sealed votes consistent, and says that they are sealed', async () => {
    const { code, text } = await verify();
    expect(text).toContain('1 payment still sealed');
    expect(code).toBe(0);
  });

  test('finds the votes consistent once they are opened, with everything it saw before', async () => {
    await app.setEvent({ results: LIVE });
    await app.entered();
    const { code, text } = await verify();
    expect(text).toContain('It contains, unchanged, the 276 entries');
    expect(text).toContain('the totals of 2 nominations');
    expect(text).toContain('0 payments still sealed');
    expect(code).toBe(0);
  });

  /** Executes a statement as the owner of the database, who can disable the triggers. */
  const manipulate = async (statement: string) => {
    const tables = ['count_entries', 'payment_votes', 'nomination_totals'];
    const guards = (verb: string) =>
      tables.map((table) => `alter table ${table} ${verb} trigger user`).join('; ');
    await execute(app.ownerUrl, `${guards('disable')}; ${statement}; ${guards('enable')}`);
  };

  test.each([
    [
      'a changed entry',
      `update count_entries set entry = replace(entry, '"amount":', '"amount":1') where index = 200`,
      `update count_entries set entry = replace(entry, '"amount":1', '"amount":') where index = 200`,
      'Entry 200 is not the one that was entered',
    ],
    [
      'a dropped entry',
      'update count_entries set index = 100000 where index = 7',
      'update count_entries set index = 7 where index = 100000',
      'The site withholds tile/',
    ],
    [
      'two swapped entries',
      `update count_entries as one set entry = other.entry, leaf = other.leaf
       from count_entries as other where one.index in (8, 9) and other.index = 17 - one.index`,
      `update count_entries as one set entry = other.entry, leaf = other.leaf
       from count_entries as other where one.index in (8, 9) and other.index = 17 - one.index`,
      'Among the entries 0 to 255, at least one is not the one that was entered',
    ],
    [
      'sealed votes opened to other votes',
      `update payment_votes set vote_count = vote_count + 1 where payment_id =
       (select payment_id from count_entries where votes_salt is not null limit 1)`,
      `update payment_votes set vote_count = vote_count - 1 where payment_id =
       (select payment_id from count_entries where votes_salt is not null limit 1)`,
      'are not those that were sealed',
    ],
    [
      'an artist renamed without a log entry',
      `update artists set name = 'Somebody else' where name = 'Zoë'`,
      `update artists set name = 'Zoë' where name = 'Somebody else'`,
      'its artist is “Zoë” there and “Somebody else” on the site',
    ],
    [
      'a total that is off by one',
      `update nomination_totals set votes = votes + 1 where nomination_id =
       (select nomination_id from count_entries where kind = 'nomination' limit 1)`,
      `update nomination_totals set votes = votes - 1 where nomination_id =
       (select nomination_id from count_entries where kind = 'nomination' limit 1)`,
      'has 544 votes in the log and 545 on the site',
    ],
  ])('finds %s, and nothing once it is restored', async (_name, change, undo, says) => {
    await manipulate(change);
    const { code, text } = await verify();
    await manipulate(undo);
    expect(text).toContain('DIFFERENT: ');
    expect(text).toContain(says);
    expect(code).toBe(1);
    expect(await verify()).toMatchObject({ code: 0 });
  });
});
