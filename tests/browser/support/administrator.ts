import type { Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '#sandbox/sign-in/accounts';

/** What the server takes for a request of its own page. */
export const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

/** The name of the demo's administrator. */
export const ADMINISTRATOR = DEMO_ACCOUNTS.find(({ role }) => role === 'owner')?.claims.name ?? '';

/** Where the demo's sign-in asks who it is. */
export const chooseAdministrator = (page: Page): Promise<void> =>
  page.getByRole('button', { name: ADMINISTRATOR }).click();

/** As the demo's administrator, to this path. */
export async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`/api/login?${new URLSearchParams({ returnTo: path })}`);
  await chooseAdministrator(page);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
}
