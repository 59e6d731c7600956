import { expect, test } from 'vitest';
import { pictureSources, previewAddress } from './picture-address';

test('an uploaded picture is fetched directly, in the size that the browser chooses', () => {
  const { src, srcSet } = pictureSources('/uploads/demo/ama-1.webp') ?? {};
  expect(src).toBe('/uploads/demo/ama-1.webp/720.webp');
  expect(srcSet?.avif.split(', ')).toEqual(
    [160, 320, 480, 720, 1080].map((width) => `/uploads/demo/ama-1.webp/${width}.avif ${width}w`),
  );
  expect(srcSet?.webp).toContain(', /uploads/demo/ama-1.webp/1080.webp 1080w');
  expect(previewAddress('/uploads/0a1b.webp', 160)).toBe('/uploads/0a1b.webp/160.webp');
});

test.each(['/artists/ama.svg', '/uploads/poster.png', '/uploads/a.webp?b', '/uploads/../a.webp'])(
  '%s, which exists in one size only, is fetched as it is',
  (entered) => {
    expect(pictureSources(entered)).toEqual({ src: entered });
  },
);

test('a picture of another host is fetched through the proxy', () => {
  const { src, srcSet } = pictureSources('https://other.example/a b.jpg?w=1&h=2') ?? {};
  const proxied = '/api/image-proxy?url=https%3A%2F%2Fother.example%2Fa%20b.jpg%3Fw%3D1%26h%3D2';
  expect(src).toBe(`${proxied}&w=720&f=webp`);
  expect(srcSet?.avif).toMatch(/^\/api\/image-proxy\?\S+&w=160&f=avif 160w, /);
  expect(srcSet?.webp).toContain(`, ${proxied}&w=1080&f=webp 1080w`);
  expect(previewAddress('https://other.example/a.jpg', 160)).toBe(
    '/api/admin/image-preview?url=https%3A%2F%2Fother.example%2Fa.jpg&w=160&f=webp',
  );
});

test('a comma in an address does not split the entries of a srcset', () => {
  const { srcSet } = pictureSources('https://other.example/w_640,c_fill/a.jpg') ?? {};
  expect(srcSet?.avif.split(', ')).toHaveLength(5);
});

test.each([null, '', 'http://', '//other.example/a.jpg', 'photo.jpg'])(
  '%j has no picture: the initial letter is shown instead',
  (entered) => {
    expect(pictureSources(entered)).toBeNull();
  },
);

test.each(['', 'https://', 'photo.jpg', '/api/logout', 'javascript:alert(1)'])(
  '%j is not requested while it is being typed',
  (typed) => {
    expect(previewAddress(typed, 160)).toBeNull();
  },
);
