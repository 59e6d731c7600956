import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { AdminArtistDetail, AdminCategory } from '#shared/contracts/admin-catalog';
import { SAME_ORIGIN } from './administrator';

export const CATEGORIES_API = '/api/admin/categories';
const ARTISTS_API = '/api/admin/artists';

const added: { request: APIRequestContext; path: string }[] = [];

/**
 * Adds a category for this test. The demo's belong to the visitors of all tests, who see their
 * nominees in random order and vote for the first: a test's own nominees must not be among them.
 */
export const addCategory = (page: Page, description?: string): Promise<AdminCategory> =>
  add(page, CATEGORIES_API, { name: `Test ${crypto.randomUUID()}`, description });

export const addTwoCategories = async (page: Page): Promise<[AdminCategory, AdminCategory]> => [
  await addCategory(page),
  await addCategory(page),
];

/** Adds an artist for this test, nominated in categories of this test. */
export const addArtist = (
  page: Page,
  categories: readonly AdminCategory[],
): Promise<AdminArtistDetail> =>
  add(page, ARTISTS_API, {
    name: `Test ${crypto.randomUUID()}`,
    bio: 'As it was',
    nominations: categories.map(({ id }) => ({ categoryId: id })),
  });

/** Removes a category that a form has created, together with the rest. */
export const removeCategoryLater = (page: Page, id: string): void =>
  removeLater(page, CATEGORIES_API, id);
export const removeArtistLater = (page: Page, id: string): void =>
  removeLater(page, ARTISTS_API, id);

/** Must be called after each test, while its browsers are open. */
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
  const created: Added = await response.json();
  removeLater(page, api, created.id);
  return created;
}

function removeLater(page: Page, api: string, id: string): void {
  added.push({ request: page.request, path: `${api}/${id}` });
}
