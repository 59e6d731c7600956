/**
 * Displayed widths of the catalogue's pictures, matching `category-grid`, `nominee-grid` and the
 * page's margins. Some are stated smaller than they are. Pictures of categories are decoration
 * under a shade, so a phone loads 480 pixels instead of 720. For the row of a nominee, 6rem wide,
 * it loads 160 instead of 320. The difference is not visible there.
 */
export const PICTURE_SIZES = {
  categoryCard: '(min-width: 42.25rem) 24rem, 65vw',
  categoryHero: '(min-width: 42.25rem) 90vw, 65vw',
  nominee: '(min-width: 40rem) 20rem, calc(100vw - 2rem)',
  nomineeRow: '(min-width: 40rem) 20rem, 5rem',
} as const;
