import { pictureSources } from '#client/lib/picture-address';

/**
 * How wide the catalogue's pictures are shown, by `category-grid`, `nominee-grid` and the page's
 * margins. Those of categories are decoration under a shade, and said to be smaller than they are:
 * a phone's card takes 480 pixels instead of 720, which under the shade nobody can tell apart.
 */
export const PICTURE_SIZES = {
  categoryCard: '(min-width: 42.25rem) 24rem, 65vw',
  categoryHero: '90vw',
  nominee: '(min-width: 40rem) 20rem, calc(100vw - 2rem)',
  nomineeRow: '(min-width: 40rem) 20rem, 6rem',
} as const;

/**
 * What `preload` of react-dom needs to ask for the very file that the component will choose, before the
 * page's own code.
 * @param address as the category or nomination has it
 * @returns null where there is nothing to preload
 */
export function picturePreload(place: keyof typeof PICTURE_SIZES, address: string | null) {
  const srcSet = pictureSources(address)?.srcSet;
  return srcSet
    ? ({
        as: 'image',
        fetchPriority: 'high',
        type: 'image/avif',
        imageSrcSet: srcSet.avif,
        imageSizes: PICTURE_SIZES[place],
      } as const)
    : null;
}
