/** In an artist's address: it shows the first category that nominates them, and names none. */
export const ANY_CATEGORY = 'any';

/**
 * Opens an artist's profile on the page of a category.
 * @param isChosen false where the category is only the first of several that nominate the artist
 */
export const artistAddress = (categoryId: string, artistId: string, isChosen: boolean): string =>
  `/category/${categoryId}?artist=${artistId}${isChosen ? '' : `&category=${ANY_CATEGORY}`}`;
