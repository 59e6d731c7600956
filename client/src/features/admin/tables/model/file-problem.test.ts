import { expect, test } from 'vitest';
import { ApiError } from '#client/lib/api/request';
import { fileProblemOf, readTableFile, UnusableFile } from './file-problem';

const file = (content: BlobPart) => new File([content], 'artists.csv');

test('a file is kept as it was when it was chosen', async () => {
  expect(await (await readTableFile(file('name,category'), 100)).text()).toBe('name,category');
});

test.each([
  ['import-empty', ''],
  ['too-large', 'x'.repeat(101)],
])('%s is reported before anything is sent', async (problem, content) => {
  await expect(readTableFile(file(content), 100)).rejects.toMatchObject({ problem });
});

test('a folder, or a file that was moved, cannot be read', async () => {
  const moved = Object.assign(file('x'), { arrayBuffer: () => Promise.reject(new Error('gone')) });
  await expect(readTableFile(moved, 100)).rejects.toMatchObject({ problem: 'unreadable' });
});

test.each([
  [new ApiError(400, '{"code":"import-password"}'), 'import-password'],
  [new ApiError(413, '{"code":"import-too-many-rows"}'), 'import-too-many-rows'],
  [new ApiError(413, '{"code":"too-large"}'), 'too-large'],
  [new ApiError(413, '<html>'), 'too-large'],
  [new ApiError(500, ''), 'not-checked'],
  [new ApiError(503, '{"code":"unavailable"}'), 'not-checked'],
  [new TypeError('Failed to fetch'), 'not-checked'],
  [new UnusableFile('unreadable'), 'unreadable'],
  [new ApiError(401, '{"message":"Unauthorized"}'), null],
])('%s is reported as %s', (error, problem) => {
  expect(fileProblemOf(error)).toBe(problem);
});
