/**
 * Placeholder in an artist's address: shows the first category that nominates them, without naming
 * one.
 */
export const ANY_CATEGORY = 'any';

/**
 * Returns the address of an artist's profile on the page of a category.
 * @param isChosen false when the category is only the first of several that nominate the artist
 */
export const artistAddress = (categoryId: string, artistId: string, isChosen: boolean): string =>
  `/category/${categoryId}?artist=${artistId}${isChosen ? '' : `&category=${ANY_CATEGORY}`}`;
