import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Photo } from './photo';

const drawn = (address: string | null, loading: 'late' | 'eager' = 'late') =>
  renderToStaticMarkup(createElement(Photo, { address, name: 'Ama', sizes: '20rem', loading }));

test('the server renders a picture as AVIF with WebP as fallback, and nothing hides it', () => {
  const markup = drawn('/uploads/ama.webp', 'eager');
  expect(markup).toMatch(
    /^<picture class="contents"><source type="image\/avif" srcSet="[^"]+\.avif 1080w" sizes="20rem"\/><img /,
  );
  expect(markup).toContain(' loading="eager"');
  expect(markup).toContain(' src="/uploads/ama.webp/720.webp"');
  expect(markup).not.toContain('opacity');
});

test('a late one exists without script, and with script waits until it is visible', () => {
  const [place, picture] = drawn('/uploads/ama.webp').split('<noscript>');
  expect(place).toMatch(
    /^<div class="pointer-events-none size-full [^"]+" role="img" aria-label="Ama">$/,
  );
  expect(picture).toContain(' loading="lazy"');
});

test('without an address there is the initial letter', () => {
  expect(drawn(null)).toMatch(/>A<\/div>$/);
  expect(drawn(null)).not.toContain('<img');
});
