import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IMPORT_MAX_ROWS } from '#shared/domain/catalog-import';
import { readSheet } from './read-sheet';

const ENCODERS = [
  (text: string) => Buffer.from(text),
  (text: string) => Buffer.from(`\uFEFF${text}`),
  (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
];

const DAMAGED = '\uFFFD';

/** Many characters that are special in CSV, in formulas and in JavaScript. */
const cell = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom('"', ',', ';', '\t', '\n', '\r\n', ' ', '=', 'é', '🎤')).map(join),
    fc.constantFrom('__proto__', 'constructor', '=1+1', '<b>', 'sep=;'),
  )
  .filter((text) => !text.includes(DAMAGED));

function join(parts: string[]): string {
  return parts.join('');
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const tidy = (text: string) => text.replace(/\r\n?/g, '\n').trim();

test('everything a spreadsheet quotes is read exactly, in every encoding', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\r\n', '\n', '\r'),
      fc.constantFrom(...ENCODERS),
      async (table, separator, lineEnd, encode) => {
        const rows = [['x', 'y'], ...table];
        const lines = rows.map((cells) => cells.map(quoted).join(separator));
        const file = encode([`Catégorie${separator}Nom`, ...lines].join(lineEnd));
        const sheet = await readSheet(file, {});
        expect(sheet.issues.inOrder()).toEqual([]);
        const expected = rows.flatMap((cells, index) => {
          const [category, name] = cells.map((text) => tidy(text) || undefined);
          return category || name ? [{ row: index + 2, category, name }] : [];
        });
        expect(
          sheet.rows.map(({ row, names, cells }) => ({
            row,
            category: cells.get('category'),
            name: names[0],
          })),
        ).toEqual(expected);
      },
    ),
    { numRuns: 200, seed: 1 },
  );
});

test('only a character that was already lost in the file is reported, with its position', async () => {
  const file = Buffer.from(`Catégorie,Nom\nGospel,Zo${DAMAGED}\n`);
  const sheet = await readSheet(file, {});
  expect(sheet.issues.inOrder()).toMatchObject([{ row: 2, field: 'name', problem: 'damaged' }]);
});

test.each(['', ','])(
  'thousands of rows like %j are skipped, and beyond a limit not even read',
  async (blank) => {
    const fileWith = (blankRows: number) =>
      Buffer.from(['name,category', ...Array(blankRows).fill(blank), 'Zoé,Gospel'].join('\n'));
    const { rows, issues } = await readSheet(fileWith(2 * IMPORT_MAX_ROWS), {});
    expect(rows.map(({ row }) => row)).toEqual([2 * IMPORT_MAX_ROWS + 2]);
    expect(issues.count).toBe(0);
    await expect(readSheet(fileWith(4 * IMPORT_MAX_ROWS), {})).rejects.toMatchObject({
      code: 'import-too-many-rows',
    });
  },
);

test('in a row with too many cells, the first one beyond the limit is reported', async () => {
  const file = Buffer.from(`name,category\nZoé,Gospel${','.repeat(5_000)}first,last`);
  const { issues } = await readSheet(file, {});
  expect(issues.inOrder()).toMatchObject([{ row: 2, value: 'first', problem: 'extraCell' }]);
});

test('no input bytes break the reader: it returns a sheet or an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      const codeOf = (error: { code?: string }) => error.code;
      const answer = await readSheet(Buffer.from(bytes), {}).catch(codeOf);
      if (typeof answer === 'string') expect(answer).toMatch(/^import-/);
      else expect(answer?.rows).toBeInstanceOf(Array);
    }),
    { seed: 1 },
  );
});
