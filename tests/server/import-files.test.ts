import { CFB } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportChoices, ImportPreview } from '#shared/contracts/catalog-import';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { archive, changedArchive, spreadsheet } from '../support/spreadsheets';

/** Files as organisers really have them; each stands for its kind. */

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let album: { id: string; name: string };
let song: { id: string; name: string };
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
  album = await app.given.category({ name: 'Album of the Year', nameFr: 'Album de l’année' });
  song = await app.given.category({ name: 'Song of the Year', nameFr: 'Chanson de l’année' });
});
afterAll(() => app.close());

type Query = { [Choice in keyof ImportChoices]?: unknown };
const send = (path: string, file: string | Buffer, choices: Query = {}) => {
  const texts = Object.entries(choices).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return admin
    .post(`/api/admin/import${path}?${new URLSearchParams(Object.fromEntries(texts))}`)
    .type('application/octet-stream')
    .send(Buffer.from(file));
};
const preview = async (file: string | Buffer, choices?: Query): Promise<ImportPreview> =>
  (await send('/preview', file, choices).expect(200)).body;
const fieldsOf = ({ columns }: ImportPreview) => columns.map(({ field }) => field);
const namesOf = ({ artists }: ImportPreview) => artists.map(({ name }) => name);
const problemsOf = ({ issues }: ImportPreview) => issues.map(({ row, problem }) => [row, problem]);
const passedOf = ({ passedOver }: ImportPreview) => passedOver.map(({ row, why }) => [row, why]);

const TABLE = [
  ['Artist name', 'Category', 'Bio'],
  ['Mama Njanga', 'Album of the Year', 'Sings, "plays"\nand dances'],
  ['Ŋgɔ́ Ɓàŋ', 'Chanson de l’année', ''],
];

describe('a spreadsheet is read as it is saved', () => {
  test.each(['xlsx', 'xlsm', 'xlsb', 'biff8', 'ods', 'fods', 'xlml', 'html'] as const)(
    '%s',
    async (bookType) => {
      const { encoding, issues, artists } = await preview(spreadsheet({ Liste: TABLE }, bookType));
      expect({ encoding, issues }).toEqual({ encoding: 'spreadsheet', issues: [] });
      expect(artists.map(({ name, categories }) => [name, categories[0]?.name])).toEqual([
        ['Mama Njanga', 'Album of the Year'],
        ['Ŋgɔ́ Ɓàŋ', 'Song of the Year'],
      ]);
    },
  );

  test('the first sheet with a table, or the one that is chosen', async () => {
    const other = [TABLE[0] ?? [], ['Other', 'Song of the Year', '']];
    const file = spreadsheet({ Notes: [['To do']], A: TABLE, B: other, Empty: [] });
    const first = await preview(file);
    expect(first).toMatchObject({ sheets: ['Notes', 'A', 'B'], sheet: 'A' });
    const second = await preview(file, { sheet: 'B' });
    expect([second.sheet, namesOf(second)]).toEqual(['B', ['Other']]);
    const { body } = await send('/preview', file, { sheet: 'C' }).expect(400);
    expect(body.code).toBe('import-no-sheet');
  });

  test('the sheet with known headings, after a cover and a summary', async () => {
    const cover = [
      ['Organiser', 'Festival'],
      ['Year', '2026'],
    ];
    const summary = [
      ['Category', 'Number of nominees'],
      ['Album of the Year', 1],
    ];
    const archive = [
      [...(TABLE[0] ?? []), 'Photo'],
      ['Former', 'Song of the Year', '', ''],
    ];
    const file = spreadsheet({ Cover: cover, Summary: summary, Now: TABLE });
    const shown = await preview(file);
    expect(shown).toMatchObject({ sheets: ['Cover', 'Summary', 'Now'], sheet: 'Now' });
    expect(await preview(file, { sheet: 'Summary' })).toMatchObject({ sheet: 'Summary' });
    // A table stays the first one, whatever else a later one has.
    expect((await preview(spreadsheet({ Now: TABLE, Old: archive }))).sheet).toBe('Now');
    expect((await preview(spreadsheet({ Cover: cover, Other: cover }))).sheet).toBe('Cover');
  });

  test('the table with known headings of a page, which may begin with a comment', async () => {
    const row = (...cells: string[]) =>
      `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const title = `<table>${row('Festival', '2026')}${row('Printed', 'today')}</table>`;
    const table = `<table>${row('Artist', 'Category')}${row('Zoe', 'Album of the Year')}</table>`;
    for (const page of [title + table, `<!-- made by <a> portal -->\n<!-- 1 -->${table}`]) {
      const shown = await preview(page);
      expect([namesOf(shown), shown.issues]).toEqual([['Zoe'], []]);
    }
  });

  test('a category beside all of its nominees, and a page in an old encoding', async () => {
    const merged =
      '<html><meta charset="windows-1252"><table><tr><td>Catégorie</td><td>Artiste</td></tr>' +
      '<tr><td rowspan="2">Album of the Year</td><td>Zoé</td></tr><tr><td>Béa</td></tr></table>';
    const shown = await preview(Buffer.from(merged, 'latin1'));
    expect([namesOf(shown), shown.issues]).toEqual([['Zoé', 'Béa'], []]);
  });

  test('hidden sheets are not offered, wherever empty ones stand', async () => {
    const workbook = spreadsheet({ Blank: [], Old: TABLE, New: TABLE });
    const file = await changedArchive(workbook, (name, text) =>
      name === 'xl/workbook.xml' ? text.replace('name="Old"', 'name="Old" state="hidden"') : text,
    );
    expect(await preview(file)).toMatchObject({ sheets: ['New'], sheet: 'New' });
  });

  test('a text that is stored once for thousands of cells is no way to fill the memory', async () => {
    const long = 'x'.repeat(20_000);
    const rows = Array.from({ length: 60 }, () => Array.from({ length: 50 }, () => long));
    const { body } = await send('/preview', spreadsheet({ A: rows })).expect(413);
    expect(body.code).toBe('import-unpacked-too-large');
  });

  test('a blank row chosen for the headings means the next one', async () => {
    const file = spreadsheet({ A: [['Title', 'x'], [], ['Name', 'Category'], ['A', 'Nowhere']] });
    expect((await preview(file, { headingsRow: '2' })).headingsRow).toBe(3);
  });

  test('rows are numbered as the spreadsheet numbers them', async () => {
    const file = spreadsheet({ A: [[], ['Name', 'Category'], [], ['A', 'Nowhere']] });
    expect(problemsOf(await preview(file))).toEqual([[4, 'unknownCategory']]);
  });

  test('a million empty rows, macros and links to other files', async () => {
    const rows = Array.from({ length: 1_048_000 }, (_, at) => `<row r="${at + 10}"/>`).join('');
    const file = await changedArchive(
      spreadsheet({ A: TABLE }),
      (name, text) =>
        name.endsWith('sheet1.xml') ? text.replace('</sheetData>', `${rows}</sheetData>`) : text,
      {
        'xl/vbaProject.bin': 'x'.repeat(1_000),
        'xl/externalLinks/externalLink1.xml': '<externalLink/>',
      },
    );
    expect(namesOf(await preview(file))).toHaveLength(2);
  });

  test('formulas are not calculated: what their program stored is read', async () => {
    const file = await changedArchive(
      spreadsheet({
        A: [
          ['Name', 'Category'],
          [1, 'Album of the Year'],
        ],
      }),
      (name, text) =>
        name.endsWith('sheet1.xml')
          ? text.replace(
              /<c r="A2"[^>]*><v>1<\/v>/,
              '<c r="A2" t="str"><f>HYPERLINK("http://evil.example")</f><v>Stored</v>',
            )
          : text,
    );
    expect(namesOf(await preview(file))).toEqual(['Stored']);
  });

  test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    [
      'a bomb',
      () => archive({ 'xl/workbook.xml': ' '.repeat(101 * 1024 * 1024) }),
      413,
      'import-unpacked-too-large',
    ],
    [
      'a ZIP of photographs',
      () => archive({ 'Mama Njanga.jpg': 'x' }),
      400,
      'import-other-archive',
    ],
    [
      'a Word document',
      () => archive({ 'word/document.xml': '<w/>', '[Content_Types].xml': '' }),
      400,
      'import-other-archive',
    ],
    [
      'an encrypted archive',
      () => archive({ 'xl/workbook.xml': '<w/>' }, 'secret'),
      400,
      'import-password',
    ],
    [
      'an .xlsx with a password',
      () => {
        const file = CFB.utils.cfb_new();
        CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.from([4, 0, 4, 0, 64, 0, 0, 0]));
        CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(5_000));
        return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
      },
      400,
      'import-password',
    ],
    [
      'an OpenDocument file with a password',
      () =>
        changedArchive(spreadsheet({ A: TABLE }, 'ods'), (name, text) =>
          name === 'META-INF/manifest.xml'
            ? text.replace('/>', '><manifest:encryption-data/></x>')
            : text,
        ),
      400,
      'import-password',
    ],
    [
      'a file that is cut off',
      () => spreadsheet({ A: TABLE }).subarray(0, 3_000),
      400,
      'import-damaged',
    ],
    ['an empty workbook', () => spreadsheet({ A: [] }), 400, 'import-empty'],
    [
      'an old file that is cut off',
      () => spreadsheet({ A: TABLE }, 'biff8').subarray(0, 700),
      400,
      'import-damaged',
    ],
  ])('%s is refused in plain words', async (_name, make, status, code) => {
    const { body } = await send('/preview', await make()).expect(status);
    expect(body.code).toBe(code);
  });

  test('one row too many', async () => {
    const rows = Array.from({ length: 5_001 }, (_, at) => [`A${at}`, 'Album of the Year']);
    const file = spreadsheet({ A: [['Name', 'Category'], ...rows] });
    expect((await send('/preview', file).expect(413)).body.code).toBe('import-too-many-rows');
  });
});

describe('separators, quotation marks and encodings', () => {
  test.each([
    ['sep=; in a line of its own', 'sep=;\nName;Category\nA;Album of the Year'],
    ['sep=; in quotation marks', '"sep=;"\r\nName;Category\r\nA;Album of the Year'],
    ['sep=|', 'sep=|\nName|Category\nA|Album of the Year'],
    ['bars', 'Name|Category|Bio\nA|Album of the Year|x, y; z'],
    ['tabs', 'Name\tCategory\nA\tAlbum of the Year'],
    [
      'commas within titles above semicolons',
      'Nominees, 2025, final;\nName;Category\nA;Album of the Year',
    ],
    ['old Mac line ends', 'Name;Category\rA;Album of the Year'],
    ['trailing separators', 'Name;Category;;;\nA;Album of the Year;;;'],
    ['every cell quoted', '"Name";"Category"\n"A";"Album of the Year"'],
    ['texts that Excel is made to keep', 'Name,Category\n="A",="Album of the Year"'],
    ['sep=^', 'sep=^\nName^Category\nA^Album of the Year'],
    ['spaces before quotation marks', 'Name, "Category"\n"A", "Album of the Year"'],
    [
      'spaces before quotation marks, and a separator within',
      'Category; "Name"\n"Song of the Year;Album of the Year"; "A"',
    ],
    ['lines quoted as a whole', '"Name,Category"\r\n"A,Album of the Year"\r\n'],
    [
      'lines quoted as a whole, with quoted cells',
      '"Name,Category,Bio";;\n"A,""Album of the Year"",""x, y""";;\n',
    ],
  ])('%s', async (_name, file) => {
    const shown = await preview(file);
    expect([namesOf(shown), shown.issues]).toEqual([['A'], []]);
  });

  test.each([
    [
      'tab-separated by Google Sheets',
      'Artist name\tCategory\nDJ 7" Single\tAlbum of the Year',
      'DJ 7" Single',
    ],
    [
      'a nickname, tab-separated',
      'Name\tCategory\n"Boss" Fou\tAlbum of the Year\n"B\tSong of the Year',
      '"Boss" Fou',
    ],
    [
      'a nickname between commas',
      'Name,Category\nLe "Boss" Fou,Album of the Year',
      'Le "Boss" Fou',
    ],
    ['inches at the end', 'Name;Category\nTwelve 12";Album of the Year', 'Twelve 12"'],
    ['doubled as in CSV', 'Name,Category\n"Le ""Boss"" Fou",Album of the Year', 'Le "Boss" Fou'],
    [
      'in a formula that is only a text',
      'Name,Category\n="Le ""Boss""",Album of the Year',
      'Le "Boss"',
    ],
    [
      'in a quoted formula that is only a text',
      'Name,Category\n"=""Le """"Boss""""""",Album of the Year',
      'Le "Boss"',
    ],
    [
      'escaped by a program',
      'Name,Category\n"Le \\"Boss\\" Fou",Album of the Year',
      'Le "Boss" Fou',
    ],
    [
      'doubled in tab-separated text of Excel',
      'Name\tCategory\n"DJ 7"" Single"\tAlbum of the Year',
      'DJ 7" Single',
    ],
  ])('quotation marks: %s', async (_name, file, name) => {
    const shown = await preview(file);
    expect([namesOf(shown)[0], shown.issues]).toEqual([name, []]);
  });

  test('UTF-16 without its mark', async () => {
    const file = Buffer.from('Name,Category\nZoé,Album of the Year\n', 'utf16le');
    expect(await preview(file)).toMatchObject({ encoding: 'utf-16', artists: [{ name: 'Zoé' }] });
  });

  const CP850 = { é: 0x82, à: 0x85, ç: 0x87, ê: 0x88, è: 0x8a, É: 0x90, ô: 0x93, ë: 0x89 };
  const MAC = { é: 0x8e, à: 0x88, ç: 0x8d, ê: 0x90, è: 0x8f, É: 0x83, ô: 0x99, ë: 0x91, '’': 0xd5 };
  const WINDOWS = { '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '…': 0x85, œ: 0x9c };
  const ENCODERS = { cp850: CP850, macintosh: MAC, 'windows-1252': WINDOWS };
  const encoded = (text: string, bytes: Record<string, number>) =>
    Buffer.from(Array.from(text, (letter) => bytes[letter] ?? letter.charCodeAt(0)));

  test.each<[keyof typeof ENCODERS, string]>([
    ['cp850', 'Françoise Éboué, élève à Noël même'],
    ['cp850', 'Zoé'],
    ['cp850', 'ÉLÉONORE'],
    ['macintosh', 'Françoise Éboué, élève à Noël même'],
    ['macintosh', 'L’étoile, l’élan, Zoé'],
    ['macintosh', 'ÉLÉONORE'],
    ['windows-1252', 'Françoise Éboué, élève à Noël même'],
    ['windows-1252', 'L’“étoile” du cœur – Née…'],
    ['windows-1252', 'ÉLÉONORE ÇA'],
    ['windows-1252', 'Né'],
    ['windows-1252', 'Müller, “big boss” – Ñu'],
  ])('%s: %j', async (encoding, name) => {
    const file = `Artist;Category\n${name};Song of the Year`;
    const shown = await preview(encoded(file, ENCODERS[encoding]));
    expect([shown.encoding, namesOf(shown)]).toEqual([encoding, [name]]);
  });

  test.each([
    ['ZoÃ©', 'Zoé'],
    ['L\u2019Ã‰toile', null],
    ['Rock &amp; Roll', 'Rock & Roll'],
    ['Caf&eacute; Show', null],
    ['Fo\u00e2\u20ac\u2122o', 'Fo\u2019o'],
  ])('the damaged letters of %j are named', async (name, repaired) => {
    const { issues } = await preview(`Name,Category\n"${name}",Album of the Year`);
    expect(issues).toMatchObject([
      repaired === null
        ? { problem: 'damaged' }
        : { problem: 'wrongLetters', details: { text: repaired } },
    ]);
  });

  test.each(['Mötley Crüe', 'Ñu', 'L’Âme', 'São Paulo', 'Ça va ?', '5 € & plus', 'Élan «vital»'])(
    'the letters of %j are right',
    async (name) => {
      expect(namesOf(await preview(`Name,Category\n"${name}",Album of the Year`))).toEqual([name]);
    },
  );
});

describe('columns', () => {
  const FORM = [
    '"Horodateur","Adresse e-mail","Nom de l’artiste ou du groupe ?","Dans quelle catégorie ?","Photo (lien)"',
    '"2025/11/02 4:05:12 PM UTC+1","fan@example.cm","Forme Google","Album de l’année","https://pictures.example/a.jpg"',
  ].join('\n');

  test('an export of Google Forms needs no editing', async () => {
    const shown = await preview(FORM);
    expect(fieldsOf(shown)).toEqual([null, null, 'name', 'category', 'photoUrl']);
    expect([namesOf(shown), shown.issues]).toEqual([['Forme Google'], []]);
    expect(shown.columns[2]).toMatchObject({ isGuessed: true, samples: ['Forme Google'] });
    await send('', FORM, {}).expect(201);
  });

  test.each<[string, (string | null)[]]>([
    ['Timestamp,Email Address,Artist name,Category', [null, null, 'name', 'category']],
    ['Nom et prénom de l’artiste nominé;Catégorie de nomination', ['name', 'category']],
    [
      'N°;Nom de scène;Nom;Prénom;Prix;Téléphone (WhatsApp)',
      [null, 'name', null, null, 'category', null],
    ],
    ['Your name,Your email,Nominee,Award category', [null, null, 'name', 'category']],
    [
      'Artist / Band,Category (choose one),Song title,Cover picture',
      ['name', 'category', 'nominationTitle', 'nominationPhotoUrl'],
    ],
    [
      'Nom de la catégorie;Artiste;Titre de la chanson;Biographie (en français)',
      ['category', 'name', 'nominationTitle', 'bioFr'],
    ],
    ['ARTISTE;CATÉGORIES;LIEN DE LA PHOTO;LIEN YOUTUBE', ['name', 'category', 'photoUrl', null]],
    ['Candidat·e;Catégorie;Âge;Ville', ['name', 'category', null, null]],
    ['Stage name,Award,Upload a photo of the artist', ['name', 'category', 'photoUrl']],
    ['Date,Artist(s),Categories,Why?', [null, 'name', 'category', null]],
    ['Nominee name *,Category *,Featured?', ['name', 'category', 'isFeatured']],
    ['Votre nom;Nom de l’artiste;Catégorie', [null, 'name', 'category']],
    // Whoever filled in the form, or the civil name.
    [
      'ID,Start time,Completion time,Email,Name,Nominee,Category',
      [null, null, null, null, null, 'name', 'category'],
    ],
    ['Name,Stage name,Category', [null, 'name', 'category']],
    ['Nom complet;Pseudo;Catégorie', [null, 'name', 'category']],
    ['Name;Candidat;Catégorie', [null, 'name', 'category']],
    ['Nom et prénom de l’artiste;Nom de scène;Catégorie', [null, 'name', 'category']],
    ['Full name,Category', ['name', 'category']],
    ['Name,Artist ID,Category', ['name', null, 'category']],
    // What else is asked about the artist.
    ['Tell us about the artist,Nominated artist,Category', ['bio', 'name', 'category']],
    ['Is the artist based in Cameroon?,Which artist?,Category', [null, 'name', 'category']],
    [
      'Country of the artist,Website of the artist,Nominated artist,Category',
      [null, null, 'name', 'category'],
    ],
    [
      'Pays de l’artiste;Genre musical de l’artiste;Artiste proposé;Catégorie',
      [null, null, 'name', 'category'],
    ],
    ['Présentation de l’artiste;Quel artiste ?;Catégorie', ['bio', 'name', 'category']],
    ['L’artiste est-il camerounais ?;Quel artiste ?;Catégorie', [null, 'name', 'category']],
    ['Description de l’artiste;Artiste;Catégorie', ['bio', 'name', 'category']],
    ['Description de l’artiste (français);Artiste;Catégorie', ['bioFr', 'name', 'category']],
    ['Artist of your choice,What is the artist’s name?,Category', [null, 'name', 'category']],
    ['Nom de l’artiste (et sa ville);Catégorie', ['name', 'category']],
    ['Nom du manager de l’artiste;Nominé;Catégorie', [null, 'name', 'category']],
  ])('the headings %j', async (headings, fields) => {
    const separator = headings.includes(';') ? ';' : ',';
    const row = fields.map((field) => (field === 'category' ? 'Album of the Year' : 'x'));
    const shown = await preview([headings, row.join(separator)].join('\n'));
    expect(fieldsOf(shown)).toEqual(fields);
  });

  test('are chosen by hand, or left out', async () => {
    const file = 'A,B,C\nMama,Album of the Year,x';
    expect(problemsOf(await preview(file))).toEqual([
      [1, 'missingColumn'],
      [1, 'missingColumn'],
    ]);
    const shown = await preview(file, { columns: ['name', 'category', null] });
    expect([namesOf(shown), shown.issues]).toEqual([['Mama'], []]);
    expect(problemsOf(await preview(file, { columns: ['name', 'category', 'category'] }))).toEqual([
      [1, 'repeatedColumn'],
    ]);
    await send('/preview', file, { columns: ['nobody'] }).expect(400);
    await send('/preview', file, { columns: '{' }).expect(400);
  });

  test.each([
    'Category,Nominee 1,Nominee 2,Nominee 3',
    'Catégorie,Nominé n° 1,Nominé n° 2,Nominé n° 3',
    'Catégorie,Artiste,Artiste 2,Artiste 3',
    'Category,Nominee #1,Nominee #2,Nominee #3',
    'Catégorie,1er nominé,2e nominé,3ème nominé',
  ])('all columns of %j are names', async (headings) => {
    const file = `${headings}\nAlbum of the Year,A,B,\nSong of the Year,A,,D`;
    const shown = await preview(file);
    expect(fieldsOf(shown)).toEqual(['category', 'name', 'name', 'name']);
    expect(shown.artists.map(({ name, categories }) => [name, categories.length])).toEqual([
      ['A', 2],
      ['B', 1],
      ['D', 1],
    ]);
    expect([shown.issues, shown.rows]).toEqual([[], 2]);
  });

  test('several columns are chosen for the name; a profile is that of a single one', async () => {
    const file = 'A,B,C,D\nOne,Two,Album of the Year,Both\n,Three,Album of the Year,Own';
    const columns = ['name', 'name', 'category', 'bio'];
    const shown = await preview(file, { columns });
    expect([namesOf(shown), shown.issues]).toEqual([['One', 'Two', 'Three'], []]);
    await send('', file, { columns }).expect(201);
    const list: { name: string; bio: string | null }[] = (
      await admin.get('/api/admin/artists').expect(200)
    ).body;
    const bioOf = (name: string) => list.find((artist) => artist.name === name)?.bio;
    expect(['One', 'Two', 'Three'].map(bioOf)).toEqual([null, null, 'Own']);
  });

  test('two equal headings contradict one another', async () => {
    const file = 'Nominee,Nominee,Category\nA,B,Album of the Year';
    expect(problemsOf(await preview(file))).toEqual([[1, 'repeatedColumn']]);
  });

  test('there are as many artists as rows at most', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `A${at}`).join(',');
    const headings = names.replaceAll('A', 'Artist ');
    const rows = Array.from({ length: 51 }, () => `${names},Album of the Year`);
    const file = [`${headings},Category`, ...rows].join('\n');
    expect((await send('/preview', file).expect(413)).body.code).toBe('import-too-many-rows');
  });

  test('a value without a heading is reported until its column is left out', async () => {
    const file = 'Name,Category\nMama,Album of the Year,more';
    expect(problemsOf(await preview(file))).toEqual([[2, 'extraCell']]);
    expect((await preview(file, { columns: ['name', 'category', null] })).issues).toEqual([]);
  });
});

describe('rows that are no nominations are passed over, and shown', () => {
  test('titles above, headings again, totals and remarks below', async () => {
    const shown = await preview(
      [
        'Liste des nominés 2025;;',
        'Arrêtée le 3 novembre;;',
        ';;',
        'Artiste;Catégorie;Photo',
        'Mama;Album of the Year;',
        'Artiste;Catégorie;Photo',
        'Papa;Song of the Year;',
        'Total : 2 artistes;;',
        ';;Fin de la liste',
      ].join('\n'),
    );
    expect(shown.headingsRow).toBe(4);
    expect(namesOf(shown)).toEqual(['Mama', 'Papa']);
    expect(passedOf(shown)).toEqual([
      [1, 'above'],
      [2, 'above'],
      [6, 'headings-again'],
      [8, 'total'],
      [9, 'total'],
    ]);
  });

  test.each([
    ['an artist called Total', 'Name,Category\nTotal Crew,Album of the Year', ['Total Crew']],
    [
      'headings in the thirtieth row',
      `${'x\n'.repeat(29)}Name,Category\nA,Album of the Year`,
      ['A'],
    ],
    [
      'a title with known words',
      'Artist awards: categories 2025\nName,Category\nA,Album of the Year',
      ['A'],
    ],
    ['a date above', 'Date,24/11/2026\nName,Category\nA,Album of the Year', ['A']],
  ])('%s', async (_name, file, names) => {
    expect(namesOf(await preview(file))).toEqual(names);
  });

  test('other headings are chosen by their row', async () => {
    const file = 'Name,Category\nOld,Album of the Year\nx,y\nNew,Song of the Year';
    const shown = await preview(file, { headingsRow: '3', columns: ['name', 'category'] });
    expect([shown.headingsRow, namesOf(shown)]).toEqual([3, ['New']]);
    await send('/preview', file, { headingsRow: '40' }).expect(400);
  });
});

describe('a column for each category', () => {
  test.each([
    'Album of the Year;Song of the Year',
    '1. Album of the Year ?;2. Song of the Year ?',
    'Nominees [Album of the Year];Nominees [Song of the Year]',
  ])('is read under its heading: %s', async (headings) => {
    const [one, two] = [`Wide ${crypto.randomUUID()}`, `Wide ${crypto.randomUUID()}`];
    const file = `Horodateur;${headings};Why?\n2/11/2025;${one};${two};x\n2/11/2025;;${one};\nTotal;;;`;
    const shown = await preview(file);
    expect(shown.columns.map(({ field }) => field)).toEqual([null, 'name', 'name', null]);
    expect(shown.issues).toEqual([]);
    expect(
      shown.artists.map(({ name, categories }) => [name, categories.map((c) => c.name)]),
    ).toEqual([
      [one, ['Album of the Year', 'Song of the Year']],
      [two, ['Song of the Year']],
    ]);
  });

  test('is chosen by hand, and its category created', async () => {
    const file = 'Gospel;Makossa\nKoki;Njanga\n;Koki';
    expect(problemsOf(await preview(file)).map(([, problem]) => problem)).toContain(
      'missingColumn',
    );
    const columns = ['name' as const, 'name' as const];
    const categories = { Gospel: null, Makossa: null };
    const shown = await preview(file, { columns, categories });
    expect([shown.issues, shown.counts]).toMatchObject([
      [],
      { newCategories: 2, newArtists: 2, nominations: 3 },
    ]);
  });
});

describe('problems are settled without editing the file', () => {
  test('a category is chosen or created, also several in one cell', async () => {
    const file = `Artist,Category\nA,"Album of the Year, Song of the Year"\nB,Best album\nC,"Best album; New one"`;
    const first = await preview(file);
    expect(first.issues.map(({ row, value }) => [row, value])).toEqual([
      [3, 'Best album'],
      [4, 'Best album; New one'],
    ]);
    const categories = { 'Best album': album.id };
    const second = await preview(file, { categories });
    expect(second.issues.map(({ row, value }) => [row, value])).toEqual([[4, 'New one']]);
    const choices = { categories: { ...categories, 'New one': null } };
    const third = await preview(file, choices);
    expect(third.counts).toEqual({
      newCategories: 1,
      newArtists: 3,
      existingArtists: 0,
      nominations: 5,
    });
    const { body } = await send('', file, { ...choices, plan: third.plan } as Query).expect(201);
    expect(body).toEqual(third.counts);
    // The category exists now: the same choice creates no second one.
    const again = await preview(file, { ...choices, keepFirst: 'yes' });
    expect(again.counts).toMatchObject({ newCategories: 0, nominations: 0 });
    expect(song.id).not.toBe(album.id);
  });

  test('many people nominate the same artist', async () => {
    const file = [
      'Artist,Category,Bio',
      'Koki Sisters,Album of the Year,They sing',
      'koki sisters,Album of the Year,',
      'Koki Sisters,Album of the Year,They also dance',
      'Koki Sisters,Song of the Year,',
    ].join('\n');
    expect(problemsOf(await preview(file))).toEqual([
      [3, 'otherSpelling'],
      [4, 'profileConflict'],
    ]);
    const shown = await preview(file, { keepFirst: 'yes' });
    expect(shown.issues).toEqual([]);
    expect(shown.counts).toMatchObject({ newArtists: 1, nominations: 2 });
    expect(passedOf(shown)).toEqual([
      [3, 'again'],
      [4, 'again'],
    ]);
  });

  test('rows are left out', async () => {
    const file = 'Artist,Category\nLeft,Album of the Year\n,Album of the Year\nB,Nowhere';
    expect(problemsOf(await preview(file))).toHaveLength(2);
    const shown = await preview(file, { leaveOut: [3, 4] });
    expect([shown.issues, namesOf(shown)]).toEqual([[], ['Left']]);
    expect(passedOf(shown)).toEqual([
      [3, 'left-out'],
      [4, 'left-out'],
    ]);
  });

  test('pictures that cannot be shown are left out, and their artists are not', async () => {
    const file = [
      'Artist,Category,Photo,Nomination photo',
      'Faceless,Album of the Year,https://www.facebook.com/photo/?fbid=1,',
      'Twofaced,Album of the Year,"https://drive.google.com/open?id=1a, https://drive.google.com/open?id=1b",',
      'Sent later,Album of the Year,on WhatsApp,http://cdn.example/insecure.jpg',
      'Fine,Album of the Year,https://cdn.example/fine.jpg,',
    ].join('\n');
    expect(problemsOf(await preview(file)).map(([row]) => row)).toEqual([2, 3, 4]);
    const shown = await preview(file, { leaveOutPictures: 'yes' });
    expect([shown.issues, namesOf(shown)]).toEqual([
      [],
      ['Faceless', 'Twofaced', 'Sent later', 'Fine'],
    ]);
    await send('', file, { leaveOutPictures: 'yes' }).expect(201);
    const list: { name: string; photoUrl: string | null }[] = (
      await admin.get('/api/admin/artists').expect(200)
    ).body;
    const photoOf = (name: string) => list.find((artist) => artist.name === name)?.photoUrl;
    expect(photoOf('Faceless')).toBeNull();
    expect(photoOf('Fine')).toContain('cdn.example');
  });

  test.each(['N/A', '-', 'none', 'Aucune', 'néant', 'Pas de photo', 'no picture'])(
    'a picture cell with %j is empty',
    async (written) => {
      const file = `Artist,Category,Photo,Nomination photo\nFaceless too,Album of the Year,${written},${written}`;
      const shown = await preview(file);
      expect([namesOf(shown), shown.issues]).toEqual([['Faceless too'], []]);
    },
  );

  test('what the catalogue has already stays as it is', async () => {
    const { name } = await app.given.artist({ name: `Known ${crypto.randomUUID()}` });
    const file = `Artist,Category,Bio\n${name},Album of the Year,Another bio`;
    expect(problemsOf(await preview(file))).toEqual([[2, 'blankInCatalog']]);
    await send('', file, { keepFirst: 'yes' }).expect(201);
    const list = (await admin.get('/api/admin/artists').expect(200)).body;
    const saved = list.find((artist: { name: string }) => artist.name === name);
    expect(saved).toMatchObject({ bio: null, categoryCount: 2 });
  });

  test('an artist has a hundred nominations at most, whichever value is kept', async () => {
    const { name } = await app.given.artist({
      name: `Full ${crypto.randomUUID()}`,
      nominatedIn: 100,
    });
    const file = `Artist,Category\n${name},Album of the Year`;
    for (const choices of [{}, { keepFirst: 'yes' as const }]) {
      expect(problemsOf(await preview(file, choices))).toEqual([[2, 'tooManyNominations']]);
    }
  });
});
