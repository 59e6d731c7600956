import { expect, test } from 'vitest';
import { ApiError } from '#client/lib/api/request';
import { IMPORT_MAX_BYTES } from '#shared/domain/catalog-import';
import { fileProblemOf, readFile, UnusableFile } from './file-problem';

const file = (content: BlobPart) => new File([content], 'artists.csv');

test('a file is kept as it was when it was chosen', async () => {
  expect(await (await readFile(file('name,category'))).text()).toBe('name,category');
});

test.each([
  ['empty', ''],
  ['spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4])],
  ['spreadsheet', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])],
  ['tooLarge', 'x'.repeat(IMPORT_MAX_BYTES + 1)],
])('%s is reported before anything is sent', async (problem, content) => {
  await expect(readFile(file(content))).rejects.toMatchObject({ problem });
});

test('a folder, or a file that was moved, cannot be read', async () => {
  const moved = Object.assign(file('x'), { arrayBuffer: () => Promise.reject(new Error('gone')) });
  await expect(readFile(moved)).rejects.toMatchObject({ problem: 'unreadable' });
});

test.each([
  [new ApiError(400, '{"code":"import-empty"}'), 'empty'],
  [new ApiError(400, '{"code":"import-spreadsheet"}'), 'spreadsheet'],
  [new ApiError(400, '{"code":"import-not-text"}'), 'notText'],
  [new ApiError(413, '{"code":"import-too-many-rows"}'), 'tooManyRows'],
  [new ApiError(413, '{"code":"too-large"}'), 'tooLarge'],
  [new ApiError(413, '<html>'), 'tooLarge'],
  [new ApiError(500, ''), 'notChecked'],
  [new TypeError('Failed to fetch'), 'notChecked'],
  [new UnusableFile('unreadable'), 'unreadable'],
  [new ApiError(401, '{"message":"Unauthorized"}'), null],
])('%s is reported as %s', (error, problem) => {
  expect(fileProblemOf(error)).toBe(problem);
});
