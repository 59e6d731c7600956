import { expect, test } from 'vitest';
import { ApiError } from '#client/lib/api/request';
import { EMPTY_DRAFT, newNomination } from './artist-draft';
import { isPictureAddress, problemsFrom, problemsIn } from './field-errors';

test('pictures are on the web or among those uploaded here', () => {
  expect(isPictureAddress('https://example.com/a.jpg')).toBe(true);
  expect(isPictureAddress('/uploads/0a1b.webp')).toBe(true);
  expect(isPictureAddress('javascript:alert(1)')).toBe(false);
  expect(isPictureAddress('photo.jpg')).toBe(false);
});

test('a blank name and addresses of no picture are found at their fields', () => {
  const nominations = [newNomination('a'), { ...newNomination('b'), nominationPhotoUrl: 'x' }];
  expect(problemsIn({ ...EMPTY_DRAFT, name: ' ', photoUrl: 'photo', nominations })).toEqual({
    name: 'nameRequired',
    photoUrl: 'notAPicture',
    'nominations.1.nominationPhotoUrl': 'notAPicture',
  });
  expect(problemsIn({ ...EMPTY_DRAFT, name: 'Manu', nominations: [newNomination('a')] })).toEqual(
    {},
  );
});

test('the server names fields by their path', () => {
  const issues = ['bio', 'photoUrl', 'nominations.0.categoryId'].map((path) => ({
    path,
    message: 'for machines',
  }));
  const error = new ApiError(400, JSON.stringify({ message: '', code: 'validation', issues }));
  expect(problemsFrom(error)).toEqual({
    bio: 'invalid',
    photoUrl: 'notAPicture',
    'nominations.0.categoryId': 'categoryGone',
  });
});

test('an answer that is not ours names none', () => {
  expect(problemsFrom(new ApiError(400, '<html>'))).toEqual({});
  expect(problemsFrom(new ApiError(500, '{}'))).toEqual({});
  expect(problemsFrom(new TypeError('Failed to fetch'))).toEqual({});
});
