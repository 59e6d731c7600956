import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminArtist, AdminArtistDetail } from '#shared/contracts/admin-catalog';
import { type ImportPreview, importPreview, importResult } from '#shared/contracts/catalog-import';
import { IMPORT_HEADINGS, IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '#shared/domain/catalog-import';
import { adminActions, artists, nominations } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
/** A name in both languages that no other test uses. */
let makossa: { id: string; name: string };
let bikutsi: { id: string; name: string };
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
  makossa = await app.given.category({ name: 'Best Makossa', nameFr: 'Meilleur makossa' });
  bikutsi = await app.given.category({ name: 'Best Bikutsi', nameFr: 'Meilleur bikutsi' });
});
afterAll(() => app.close());

const send = (path: string, file: string | Buffer) =>
  admin.post(`/api/admin/import${path}`).type('text/csv').send(Buffer.from(file));

const preview = async (file: string | Buffer): Promise<ImportPreview> =>
  (await send('/preview', file).expect(200)).body;

/** Row, column heading, and problem of each. */
const problemsOf = async (file: string | Buffer) =>
  (await preview(file)).issues.map(({ row, column, problem }) => [row, column, problem]);

const freshName = (name = 'Artist') => `${name} ${randomUUID()}`;

const artistCalled = async (name: string): Promise<AdminArtistDetail> => {
  const [row] = await app.db.select().from(artists).where(eq(artists.name, name));
  return (await admin.get(`/api/admin/artists/${row?.id}`).expect(200)).body;
};

const tableSizes = async () => ({
  artists: await app.db.$count(artists),
  nominations: await app.db.$count(nominations),
  actions: await app.db.$count(adminActions),
});

/** Expects that a request changes nothing. */
async function expectNothingSaved(act: () => Promise<unknown>): Promise<void> {
  const before = await tableSizes();
  await act();
  expect(await tableSizes()).toEqual(before);
}

test('links to pages are told, and those of Drive and Dropbox lead to the file', async () => {
  const [drive, dropbox] = [freshName('Drive'), freshName('Dropbox')];
  const heading = 'Artist name,Category,Artist photo,Nomination photo';
  const links = [
    `${drive},Best Makossa,https://drive.google.com/file/d/1AbCdEfGhIj/view?usp=sharing,`,
    `${dropbox},Best Makossa,,https://www.dropbox.com/s/abc123/photo.jpg?dl=0`,
  ];
  const pages = [
    `${freshName()},Best Makossa,https://www.facebook.com/photo/?fbid=123,`,
    `${freshName()},Best Makossa,"https://drive.google.com/open?id=1a, https://drive.google.com/open?id=1b",`,
    `${freshName()},Best Makossa,,https://photos.app.goo.gl/abc`,
  ];
  expect(await problemsOf([heading, ...links, ...pages].join('\n'))).toEqual([
    [4, 'Artist photo', 'pictureIsPage'],
    [5, 'Artist photo', 'severalAddresses'],
    [6, 'Nomination photo', 'pictureIsPage'],
  ]);
  await send('', [heading, ...links].join('\n')).expect(201);
  expect((await artistCalled(drive)).photoUrl).toBe(
    'https://drive.google.com/thumbnail?id=1AbCdEfGhIj&sz=w1600',
  );
  expect((await artistCalled(dropbox)).nominations).toMatchObject([
    { nominationPhotoUrl: 'https://www.dropbox.com/s/abc123/photo.jpg?raw=1' },
  ]);
  // The same link again is no other photograph.
  const again = `${drive},Best Bikutsi,https://drive.google.com/open?id=1AbCdEfGhIj,`;
  expect(await problemsOf([heading, again].join('\n'))).toEqual([]);
});

describe('a valid file', () => {
  test('creates artists with all their nominations, as the form would', async () => {
    const [first, second] = [freshName('Ama'), freshName('Zoé')];
    const file = [
      'Artist name,Bio (English),Bio (French),Artist photo,Featured,Category,Nomination title (English),Nomination title (French),Nomination photo,Nomination description (English),Nomination description (French)',
      `${first},"Sings, plays",Chante,https://pictures.example/a.jpg,yes,Best Makossa,Song,Chanson,https://pictures.example/n.jpg,Text,Texte`,
      `${second},,,,,Best Bikutsi,,,,,`,
      `${first},,,,,Best Bikutsi,,,,,`,
    ].join('\r\n');

    const shown = await preview(file);
    expect(shown).toEqual(importPreview.parse(shown));
    expect(shown).toMatchObject({
      encoding: 'utf-8',
      rows: 3,
      issues: [],
      issueCount: 0,
      counts: { newArtists: 2, existingArtists: 0, nominations: 3 },
      artists: [
        {
          name: first,
          existingId: null,
          categories: [
            { name: 'Best Makossa', nameFr: 'Meilleur makossa' },
            { name: 'Best Bikutsi' },
          ],
          returning: 0,
        },
        { name: second },
      ],
    });

    const { body } = await send(`?plan=${shown.plan}`, file).expect(201);
    expect(body).toEqual(importResult.parse(body));
    expect(body).toEqual(shown.counts);
    const saved = await artistCalled(first);
    expect(saved).toMatchObject({
      bio: 'Sings, plays',
      bioFr: 'Chante',
      photoUrl: 'https://pictures.example/a.jpg',
      isFeatured: true,
      version: 1,
      nominations: [
        {
          categoryId: makossa.id,
          nominationTitle: 'Song',
          nominationTitleFr: 'Chanson',
          nominationPhotoUrl: 'https://pictures.example/n.jpg',
          nominationDescription: 'Text',
          nominationDescriptionFr: 'Texte',
          voteCount: 0,
        },
        { categoryId: bikutsi.id, nominationTitle: null },
      ],
    });
    // Visitors see them, and their links work.
    const link = saved.nominations[0]!.shareableLink;
    expect(link).toMatch(/^[\w-]{16}$/);
    await app.http.get(`/api/nominations/share/${link}`).expect(200);
  });

  test('is recorded as one action, with counts and ids', async () => {
    const name = freshName();
    await send('', `name,category\n${name},Best Makossa\n${name},Best Bikutsi`).expect(201);
    const { body } = await admin.get('/api/admin/actions?entity=import&limit=1').expect(200);
    const saved = await artistCalled(name);
    expect(body.actions).toMatchObject([
      {
        action: 'catalog.import',
        before: null,
        after: { newArtists: 1, existingArtists: 0, nominations: 2 },
      },
    ]);
    // Thousands of ids are only in the database, not in the list.
    expect(body.actions[0].after).not.toHaveProperty('nominationIds');
    expect(body.actions[0].after).not.toHaveProperty('categoryIds');
    const [recorded] = await app.db
      .select({ after: adminActions.after })
      .from(adminActions)
      .where(eq(adminActions.id, body.actions[0].id));
    expect(recorded?.after).toMatchObject({
      artistIds: [saved.id],
      nominationIds: saved.nominations.map(({ id }) => id),
    });
  });

  test.each(['en', 'fr'] as const)('has the headings of the template in %s', async (language) => {
    const headings = Object.values(IMPORT_HEADINGS[language]);
    const cells = [freshName(), 'a', 'b', '', 'oui', 'meilleur MAKOSSA', 'c', 'd', '', 'e', 'f'];
    expect(await problemsOf(`${headings.join(';')}\n${cells.join(';')}`)).toEqual([]);
  });

  test('has its columns in any order, with headings in any case', async () => {
    const name = freshName();
    const file = `CATEGORIE *\tnom-de-l'artiste\r\n${makossa.id.toUpperCase()}\t${name}\r\n`;
    expect((await preview(file)).counts).toEqual({
      newCategories: 0,
      newArtists: 1,
      existingArtists: 0,
      nominations: 1,
    });
  });
});

describe('a file as spreadsheets write it', () => {
  const table = (name: string, separator: string) =>
    [
      ['Nom de l’artiste', 'Catégorie', 'Bio'],
      [name, 'Meilleur makossa', '"Née à Douala; dit ""Zoé"",\r\ndeux lignes"'],
      ['', '', ''],
    ]
      .map((cells) => `${cells.join(separator)}\r\n`)
      .join('');

  test.each([
    [
      'UTF-8 with a byte order mark and semicolons',
      ';',
      (text: string) => Buffer.from(`\uFEFF${text}`),
    ],
    ['UTF-8 without a byte order mark', ',', (text: string) => Buffer.from(text)],
    ['tabs in UTF-16', '\t', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, big-endian', ';', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['a line that declares its separator', ';', (text: string) => Buffer.from(`sep=;\r\n${text}`)],
  ])('%s', async (_how, separator, encode) => {
    const name = freshName('Zoé');
    await send('', encode(table(name, separator))).expect(201);
    expect((await artistCalled(name)).bio).toBe('Née à Douala; dit "Zoé",\ndeux lignes');
  });

  test('Windows-1252 is supported, and the preview says so', async () => {
    const name = freshName('Zoë d’Été');
    const file = Buffer.from(
      `name;category\r\n${name.replace('’', '\x92')};${makossa.id}`,
      'latin1',
    );
    const shown = await preview(file);
    expect(shown).toMatchObject({ encoding: 'windows-1252', issues: [], artists: [{ name }] });
  });

  test('rows are counted as the spreadsheet counts them', async () => {
    const file = `name,category,bio\r\n${freshName()},Best Makossa,"two\r\nlines"\r\n\r\n,,\r\n,Best Makossa,\r\n`;
    expect(await problemsOf(file)).toEqual([[5, 'name', 'required']]);
    expect((await preview(file)).rows).toBe(2);
  });
});

describe('invalid rows are reported with their column', () => {
  test('all of them, in the order of the sheet', async () => {
    const [name, twice] = [freshName(), freshName()];
    const file = [
      'Artist name,Category,Bio,Photo,Featured,Title',
      `${'x'.repeat(256)},Best Makossa,,,,`,
      `${name},,,,,`,
      `${freshName()},Best Makosa,,,,`,
      `${freshName()},Best Makossa,,nowhere,,`,
      `${freshName()},Best Makossa,,,perhaps,`,
      `${freshName()},Best Makossa,a\0b,,,`,
      `${freshName()},Best Makossa,${'y'.repeat(5001)},,,`,
      `${freshName()},Best Makossa,,,,,more`,
      `${twice},Best Makossa,one,,,`,
      `${twice},Meilleur makossa,other,,,`,
      `${twice.toUpperCase()},Best Bikutsi,,,,${'z'.repeat(256)}`,
    ].join('\n');
    const { issues, issueCount, artists: planned } = await preview(file);
    expect(issueCount).toBe(issues.length);
    expect(planned).toEqual([]);
    expect(issues.map(({ row, column, problem }) => [row, column, problem])).toEqual([
      [2, 'Artist name', 'tooLong'],
      [3, 'Category', 'required'],
      [4, 'Category', 'unknownCategory'],
      [5, 'Photo', 'notAPicture'],
      [6, 'Featured', 'notYesOrNo'],
      [7, 'Bio', 'unstorable'],
      [8, 'Bio', 'tooLong'],
      [9, null, 'extraCell'],
      [11, 'Bio', 'profileConflict'],
      [12, 'Artist name', 'otherSpelling'],
      [12, 'Title', 'tooLong'],
    ]);
    expect(issues[2]).toMatchObject({ value: 'Best Makosa', details: { text: 'Best Makossa' } });
    expect(issues[0]).toMatchObject({ details: { max: 255 } });
    expect(issues[0]?.value.length).toBeLessThanOrEqual(80);
    expect(issues[8]).toMatchObject({ details: { otherRow: 10, text: 'one' } });

    await expectNothingSaved(async () => {
      const { body } = await send('', file).expect(400);
      expect(body).toMatchObject({ code: 'import-invalid' });
      expect(body.issues).toContainEqual({ path: 'rows.5.Photo', message: 'notAPicture' });
    });
  });

  test('pictures over plain http, except for one that the artist has already', async () => {
    const photoUrl = 'http://pictures.example/former.jpg';
    const { name } = await app.given.artist({ name: freshName(), photoUrl });
    const file = [
      'name,category,photo,nomination photo',
      `${name},Best Makossa,${photoUrl},`,
      `${freshName()},Best Makossa,http://pictures.example/a.jpg,`,
      `${freshName()},Best Makossa,,http://pictures.example/b.jpg`,
    ].join('\n');
    expect(await problemsOf(file)).toEqual([
      [3, 'photo', 'notAPicture'],
      [4, 'nomination photo', 'notAPicture'],
    ]);
    await expectNothingSaved(() => send('', file).expect(400));
  });

  test('with one invalid row of thousands, nothing is saved', async () => {
    const rows = Array.from({ length: 2_000 }, () => `${freshName()},Best Makossa`);
    await expectNothingSaved(() =>
      send('', ['name,category', ...rows, `${freshName()},Nowhere`].join('\n')).expect(400),
    );
  });

  test('headings that are unknown, duplicate or missing', async () => {
    const { issues, columns } = await preview(
      'Artist name,Artist,Bio (Fench),__proto__,constructor\nA,B,C',
    );
    expect(issues.map(({ row, column, problem }) => [row, column, problem])).toEqual([
      [1, 'Artist', 'repeatedColumn'],
      [1, null, 'missingColumn'],
    ]);
    expect(columns.map(({ field, isGuessed }) => [field, isGuessed])).toEqual([
      ['name', false],
      ['name', false],
      ['bio', true],
      [null, false],
      [null, false],
    ]);
  });

  test('a quotation mark that is never closed, and the invalid rows around it', async () => {
    const file = 'name,category\nA,Nowhere\n"B,Best Makossa\nC,Best Makossa\nD,Nowhere either';
    expect(await problemsOf(file)).toEqual([
      [2, 'category', 'unknownCategory'],
      [3, null, 'brokenQuotes'],
      [5, 'category', 'unknownCategory'],
    ]);
  });

  test.each([
    ['inside of a value', 'A "B" C', 'A "B" C'],
    ['closed too early', '"A" B', '"A" B'],
    ['as Excel is made to keep a text', '="007"', '007'],
  ])('a quotation mark %s belongs to the text', async (_what, written, name) => {
    const { artists: planned, issues } = await preview(`name,category\n${written},Best Makossa`);
    expect(issues).toEqual([]);
    expect(planned.map((artist) => artist.name)).toEqual([name]);
  });

  test('lost letters, wherever they were lost', async () => {
    const halfALetter = Buffer.from('\uFEFFname\tcategory\nA\ud800B\tBest Makossa', 'utf16le');
    expect(await problemsOf(halfALetter)).toEqual([[2, 'name', 'damaged']]);
    const cutShort = Buffer.concat([
      Buffer.from('name,category,bio\nZoé,Best Makossa,Été\nA'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from(',Best Makossa,'),
    ]);
    expect(await problemsOf(cutShort)).toEqual([[3, 'name', 'damaged']]);
  });

  test('categories with the same name, which only the id distinguishes', async () => {
    const [one] = [
      await app.given.category({ name: 'Twins' }),
      await app.given.category({ name: 'twins' }),
    ];
    expect(await problemsOf('name,category\nA,TWINS')).toEqual([
      [2, 'category', 'ambiguousCategory'],
    ]);
    expect(await problemsOf(`name,category\nA,${one.id}`)).toEqual([]);
  });

  test('deleted categories are unknown', async () => {
    const { id } = await app.given.category({ name: 'Gone' });
    await app.given.deletedCategory(id);
    expect(await problemsOf(`name,category\nA,Gone\nB,${id}`)).toEqual([
      [2, 'category', 'unknownCategory'],
      [3, 'category', 'unknownCategory'],
    ]);
  });
});

describe('an artist that exists already', () => {
  test('gets the nominations added, and an administrator who edits the artist meanwhile gets a conflict', async () => {
    const artist = await app.given.artist({ name: freshName('Zoé'), bio: 'Bio', isFeatured: true });
    const file = `name,category,bio,featured\n${artist.name.replace('é', 'e').toUpperCase()},Best Makossa,Bio,yes`;
    expect(await preview(file)).toMatchObject({
      issues: [],
      counts: { newArtists: 0, existingArtists: 1, nominations: 1 },
      artists: [{ name: artist.name, existingId: artist.id, returning: 0 }],
    });
    await send('', file).expect(201);
    const saved = await artistCalled(artist.name);
    expect(saved).toMatchObject({ id: artist.id, bio: 'Bio', version: 2 });
    expect(saved.nominations.map(({ categoryId }) => categoryId)).toEqual([
      artist.nominations[0]!.categoryId,
      makossa.id,
    ]);
    const { body } = await admin
      .put(`/api/admin/artists/${artist.id}`)
      .send({ name: artist.name, version: 1, nominations: [{ categoryId: bikutsi.id }] })
      .expect(409);
    expect(body.code).toBe('changed-meanwhile');
  });

  test('is never changed: other profile texts are errors', async () => {
    const { name } = await app.given.artist({ name: freshName(), bio: 'As it was' });
    const file = `name,category,bio,bioFr,featured\n${name},Best Makossa,Other,Autre,yes`;
    const { issues } = await preview(file);
    expect(issues).toMatchObject([
      { row: 2, column: 'bio', problem: 'differsFromCatalog', details: { text: 'As it was' } },
      { row: 2, column: 'bioFr', problem: 'blankInCatalog' },
      { row: 2, column: 'featured', problem: 'differsFromCatalog' },
    ]);
    await expectNothingSaved(() => send('', file).expect(400));
  });

  test('is not nominated twice in a category', async () => {
    const artist = await app.given.artist({ name: freshName() });
    const { categoryId } = artist.nominations[0]!;
    const file = `name,category\n${artist.name},${categoryId}\n${artist.name},Best Makossa`;
    expect(await problemsOf(file)).toEqual([[2, 'category', 'alreadyNominated']]);
    await expectNothingSaved(async () => {
      const { body } = await send('', file).expect(409);
      expect(body.code).toBe('import-conflict');
    });
  });

  test('gets a withdrawn nomination back with its link and its votes', async () => {
    const artist = await app.given.artist({ name: freshName(), nominatedIn: 2 });
    const [nomination] = artist.nominations;
    await app.given.completedPayment([nomination!], { each: 3 });
    await app.given.withdrawn(nomination!);
    const file = `name,category,title\n${artist.name},${nomination!.categoryId},New title`;
    expect(await preview(file)).toMatchObject({ issues: [], artists: [{ returning: 1 }] });
    await send('', file).expect(201);
    expect((await artistCalled(artist.name)).nominations).toContainEqual(
      expect.objectContaining({
        id: nomination!.id,
        shareableLink: nomination!.shareableLink,
        voteCount: 3,
        nominationTitle: 'New title',
      }),
    );
  });

  test('is the same with signs that nobody sees, and spelled otherwise with another dash', async () => {
    const [one, other] = [freshName('Koki Sisters'), freshName('Jean-Paul')];
    const file = [
      'name,category',
      `${one}\u200b,Best Makossa`,
      `\u200e${one},Best Bikutsi`,
      `${other.replace('-', '\u2011')},Best Makossa`,
      `${other},Best Bikutsi`,
    ];
    expect(await problemsOf(file.join('\n'))).toEqual([[5, 'name', 'otherSpelling']]);
    await send('', file.slice(0, 4).join('\n')).expect(201);
    expect((await artistCalled(one)).nominations).toHaveLength(2);
    expect(await preview(`name,category\n${other},Best Bikutsi`)).toMatchObject({
      counts: { newArtists: 0, existingArtists: 1 },
    });
  });

  test('is ambiguous when two have the same name', async () => {
    const name = freshName();
    await Promise.all([app.given.artist({ name }), app.given.artist({ name })]);
    expect(await problemsOf(`name,category\n${name},Best Makossa`)).toEqual([
      [2, 'name', 'ambiguousArtist'],
    ]);
  });

  test('does not count when deleted: a new one is created', async () => {
    const artist = await app.given.artist({ name: freshName() });
    await app.given.deletedArtist(artist);
    expect(await preview(`name,category\n${artist.name},Best Makossa`)).toMatchObject({
      artists: [{ existingId: null }],
    });
  });
});

describe('hostile values', () => {
  test.each([
    '=HYPERLINK("https://evil.example")',
    '+237 677',
    '@SUM(A1)',
    '<script>alert(1)</script>',
    "Robert'); drop table artists;--",
    '__proto__',
    '{{count}} $t(common.close) %s',
    '👩‍🎤 abc',
  ])('%j is a name like any other, and stored exactly', async (text) => {
    const name = `${text} ${randomUUID()}`;
    const cell = `"${name.replaceAll('"', '""')}"`;
    await send('', `name,category\n${cell},Best Makossa`).expect(201);
    expect((await artistCalled(name)).name).toBe(name);
  });

  test('a row of a million cells, and one value of megabytes', async () => {
    const many = `name,category\nA,Best Makossa${','.repeat(1_000_000)}x`;
    expect(await problemsOf(many)).toEqual([[2, null, 'extraCell']]);
    const headings = `name,category${',zq'.repeat(30_000)}\nA,Best Makossa`;
    expect((await preview(headings)).columns).toHaveLength(500);
    const long = await preview(`name,category\n${'A'.repeat(4_000_000)},Best Makossa`);
    expect(long.issues).toMatchObject([{ row: 2, column: 'name', problem: 'tooLong' }]);
    const quoted = await preview(`name,category\n"${'A'.repeat(100_000)}",Best Makossa`);
    expect(quoted.issues).toMatchObject([{ row: 2, column: 'name', problem: 'tooLong' }]);
  });
});

describe('an invalid file', () => {
  test.each([
    ['nothing', '', 400, 'import-empty'],
    ['blank lines', '\r\n\r\n ,\r\n', 400, 'import-empty'],
    ['headings only', 'name,category\r\n', 400, 'import-empty'],
    ['a broken .xlsx', Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), 400, 'import-damaged'],
    ['a broken .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 400, 'import-damaged'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1]), 400, 'import-not-text'],
    ['too much', 'x'.repeat(IMPORT_MAX_BYTES + 1), 413, 'too-large'],
    [
      'millions of blank rows',
      `name,category\n${',\n'.repeat(1_000_000)}`,
      413,
      'import-too-many-rows',
    ],
    [
      'one row too many',
      `name,category\n${'A,B\n'.repeat(IMPORT_MAX_ROWS + 1)}`,
      413,
      'import-too-many-rows',
    ],
  ])('%s', async (_what, file, status, code) => {
    for (const path of ['/preview', '']) {
      const { body } = await send(path, file).expect(status);
      expect(body).toMatchObject({ code, issues: [{ path: '' }] });
    }
  });

  test('another content type', async () => {
    await admin.post('/api/admin/import').send({ name: 'A' }).expect(415);
  });
});

test('when the same file is imported twice at once, one import is rejected as a duplicate', async () => {
  const rows = Array.from({ length: 50 }, () => `${freshName()},Best Makossa`);
  const file = ['name,category', ...rows].join('\n');
  const { plan } = await preview(file);
  const answers = await Promise.all([1, 2, 3].map(() => send(`?plan=${plan}`, file)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const list: AdminArtist[] = (await admin.get('/api/admin/artists').expect(200)).body;
  for (const row of rows) {
    const name = row.split(',')[0];
    expect(list.filter((artist) => artist.name === name)).toHaveLength(1);
  }
});

test('simultaneous imports, edits and deletions wait for each other, and none fails', async () => {
  const artist = await app.given.artist({ name: freshName() });
  const { categoryId } = artist.nominations[0]!;
  const answers = await Promise.all([
    send('', `name,category\n${artist.name},Best Makossa\n${freshName()},Best Bikutsi`),
    admin
      .put(`/api/admin/artists/${artist.id}`)
      .send({ name: artist.name, nominations: [{ categoryId }, { categoryId: bikutsi.id }] }),
    send('', `name,category\n${freshName()},Best Makossa`),
    admin.post('/api/admin/categories').send({ name: freshName() }),
  ]);
  for (const { status } of answers) expect(status).toBeLessThan(300);
});

test('changes that the preview did not show are not made', async () => {
  const name = freshName();
  const file = `name,category\n${name},Best Makossa`;
  const { plan } = await preview(file);
  // The artist is created by hand meanwhile: a new artist would now be an addition.
  await app.given.artist({ name });
  await expectNothingSaved(async () => {
    const { body } = await send(`?plan=${plan}`, file).expect(409);
    expect(body.code).toBe('import-changed');
  });
});

test('five thousand rows are one request', async () => {
  const rows = Array.from(
    { length: IMPORT_MAX_ROWS },
    (_, index) => `${freshName()},${index % 2 ? 'Best Makossa' : bikutsi.id},"Bio, with a comma"`,
  );
  const file = ['name,category,bio', ...rows].join('\r\n');
  const { counts, plan } = await preview(file);
  expect(counts).toEqual({
    newCategories: 0,
    newArtists: IMPORT_MAX_ROWS,
    existingArtists: 0,
    nominations: IMPORT_MAX_ROWS,
  });
  const { body } = await send(`?plan=${plan}`, file).expect(201);
  expect(body).toEqual(counts);
});
