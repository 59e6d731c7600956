import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { AdminArtistDetail, AdminCategory } from '#shared/contracts/admin-catalog';
import { SAME_ORIGIN } from './administrator';

export const CATEGORIES_API = '/api/admin/categories';
const ARTISTS_API = '/api/admin/artists';

const added: { request: APIRequestContext; path: string }[] = [];

/**
 * A category of this test's own. The demo's belong to the visitors of all tests, who see their
 * nominees in random order and vote for the first: nobody of a test's own may stand among them.
 */
export const addCategory = (page: Page, description?: string): Promise<AdminCategory> =>
  add(page, CATEGORIES_API, { name: `Test ${crypto.randomUUID()}`, description });

export const addTwoCategories = async (page: Page): Promise<[AdminCategory, AdminCategory]> => [
  await addCategory(page),
  await addCategory(page),
];

/** An artist of this test's own, nominated in categories of its own. */
export const addArtist = (
  page: Page,
  categories: readonly AdminCategory[],
): Promise<AdminArtistDetail> =>
  add(page, ARTISTS_API, {
    name: `Test ${crypto.randomUUID()}`,
    bio: 'As it was',
    nominations: categories.map(({ id }) => ({ categoryId: id })),
  });

/** What a form has made goes with the rest. */
export const removeCategoryLater = (page: Page, id: string): void =>
  removeLater(page, CATEGORIES_API, id);
export const removeArtistLater = (page: Page, id: string): void =>
  removeLater(page, ARTISTS_API, id);

/** To be called after each test, while its browsers are open. */
export async function removeAdded(): Promise<void> {
  for (const { request, path } of added.splice(0).reverse()) {
    await request.delete(path, { headers: SAME_ORIGIN });
  }
}

async function add<Added extends { id: string }>(
  page: Page,
  api: string,
  data: object,
): Promise<Added> {
  const response = await page.request.post(api, { headers: SAME_ORIGIN, data });
  expect(response.status(), await response.text()).toBe(201);
  const one: Added = await response.json();
  removeLater(page, api, one.id);
  return one;
}

function removeLater(page: Page, api: string, id: string): void {
  added.push({ request: page.request, path: `${api}/${id}` });
}
