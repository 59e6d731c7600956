import { expect, test } from 'vitest';
import { ApiError } from '#client/lib/api/request';
import { refusedFields } from './refused-fields';

test('the server names fields by their path', () => {
  const paths = ['bio', 'nominations.0.categoryId'];
  const issues = paths.map((path) => ({ path, message: 'for machines' }));
  const error = new ApiError(400, JSON.stringify({ message: '', code: 'validation', issues }));
  expect(refusedFields(error)).toEqual(paths);
});

test('a response that is not from our server names no fields', () => {
  expect(refusedFields(new ApiError(400, '<html>'))).toEqual([]);
  expect(refusedFields(new ApiError(500, '{}'))).toEqual([]);
  expect(refusedFields(new TypeError('Failed to fetch'))).toEqual([]);
});
