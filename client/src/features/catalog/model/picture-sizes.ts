/**
 * How wide the catalogue's pictures are shown, by `category-grid`, `nominee-grid` and the page's
 * margins. Those of categories are decoration under a shade, and said to be smaller than they are:
 * a phone takes 480 pixels instead of 720, which under the shade nobody can tell apart.
 */
export const PICTURE_SIZES = {
  categoryCard: '(min-width: 42.25rem) 24rem, 65vw',
  categoryHero: '(min-width: 42.25rem) 90vw, 65vw',
  nominee: '(min-width: 40rem) 20rem, calc(100vw - 2rem)',
  nomineeRow: '(min-width: 40rem) 20rem, 6rem',
} as const;
