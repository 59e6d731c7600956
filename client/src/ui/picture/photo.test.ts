import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Photo } from './photo';

const render = (address: string | null, loading: 'late' | 'eager' = 'late') =>
  renderToStaticMarkup(createElement(Photo, { address, name: 'Ama', sizes: '20rem', loading }));

test('the server renders a picture as AVIF with WebP as fallback, and nothing hides it', () => {
  const markup = render('/uploads/ama.webp', 'eager');
  expect(markup).toMatch(
    /^<picture class="contents"><source type="image\/avif" srcSet="[^"]+\.avif 1080w" sizes="20rem"\/><img /,
  );
  expect(markup).toContain(' loading="eager"');
  expect(markup).toContain(' src="/uploads/ama.webp/720.webp"');
  expect(markup).not.toContain('opacity');
});

test('a picture loaded late exists without script, and with script waits until it is visible', () => {
  const [place, picture] = render('/uploads/ama.webp').split('<noscript>');
  expect(place).toMatch(
    /^<div class="pointer-events-none size-full [^"]+" role="img" aria-label="Ama">$/,
  );
  expect(picture).toContain(' loading="lazy"');
});

test('without an address there is the initial letter', () => {
  expect(render(null)).toMatch(/>A<\/div>$/);
  expect(render(null)).not.toContain('<img');
});
