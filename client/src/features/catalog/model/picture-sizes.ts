/**
 * How wide the catalogue's pictures are shown, by `category-grid`, `nominee-grid` and the page's
 * margins. Some are said to be smaller than they are: those of categories are decoration under a
 * shade, of which a phone takes 480 pixels instead of 720; of a nominee's row, 6rem wide, it takes 160
 * instead of 320. Nobody can tell them apart there.
 */
export const PICTURE_SIZES = {
  categoryCard: '(min-width: 42.25rem) 24rem, 65vw',
  categoryHero: '(min-width: 42.25rem) 90vw, 65vw',
  nominee: '(min-width: 40rem) 20rem, calc(100vw - 2rem)',
  nomineeRow: '(min-width: 40rem) 20rem, 5rem',
} as const;
