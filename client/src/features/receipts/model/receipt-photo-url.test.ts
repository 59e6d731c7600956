import { expect, test } from 'vitest';
import { receiptPhotoUrl } from './receipt-photo-url';

const ORIGIN = 'https://vote.example';

test('a local picture is fetched directly', () => {
  expect(receiptPhotoUrl('/artists/ama.svg', ORIGIN)).toBe('/artists/ama.svg');
  expect(receiptPhotoUrl(`${ORIGIN}/artists/ama.svg`, ORIGIN)).toBe(`${ORIGIN}/artists/ama.svg`);
});

test('an external picture comes through the image proxy', () => {
  expect(receiptPhotoUrl('https://other.example/a b.jpg?w=1&h=2', ORIGIN)).toBe(
    '/api/image-proxy?url=https%3A%2F%2Fother.example%2Fa%20b.jpg%3Fw%3D1%26h%3D2',
  );
});

test.each([null, '', 'http://'])('%j leaves the place to the initial letter', (photoUrl) => {
  expect(receiptPhotoUrl(photoUrl, ORIGIN)).toBeNull();
});
