import { beforeEach, expect, test, vi } from 'vitest';
import { pictureAddress, previewAddress } from './picture-address';

const ORIGIN = 'https://vote.example';

beforeEach(() => void vi.stubGlobal('window', { location: { origin: ORIGIN } }));

test('a picture of ours is fetched directly', () => {
  expect(pictureAddress('/artists/ama.svg')).toBe('/artists/ama.svg');
  expect(pictureAddress(`${ORIGIN}/artists/ama.svg`)).toBe(`${ORIGIN}/artists/ama.svg`);
  expect(previewAddress('/uploads/0a1b.webp', 160)).toBe('/uploads/0a1b.webp');
});

test('a picture of another host comes through the proxy', () => {
  expect(pictureAddress('https://other.example/a b.jpg?w=1&h=2', 640)).toBe(
    '/api/image-proxy?url=https%3A%2F%2Fother.example%2Fa%20b.jpg%3Fw%3D1%26h%3D2&w=640',
  );
  expect(pictureAddress('http://other.example/a.jpg')).toMatch(/^\/api\/image-proxy\?.*&w=1080$/);
  expect(previewAddress('https://other.example/a.jpg', 160)).toBe(
    '/api/admin/image-preview?url=https%3A%2F%2Fother.example%2Fa.jpg&w=160',
  );
});

test.each([null, '', 'http://', '//other.example/a.jpg', 'photo.jpg'])(
  '%j leaves the place to the initial letter',
  (entered) => {
    expect(pictureAddress(entered)).toBeNull();
  },
);

test.each(['', 'https://', 'photo.jpg', '/api/logout', 'javascript:alert(1)'])(
  '%j is not tried while it is being typed',
  (typed) => {
    expect(previewAddress(typed, 160)).toBeNull();
  },
);
