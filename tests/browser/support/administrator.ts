import type { Locator, Page } from '@playwright/test';
import { type AccountName, DEMO_ACCOUNTS } from '#sandbox/sign-in/accounts';
import type { Visit } from './visit';

/** Headers that the server accepts as a request of its own page. */
export const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

/** The name of the demo's administrator. */
export const ADMINISTRATOR = DEMO_ACCOUNTS.find(({ role }) => role === 'owner')?.claims.name ?? '';

/** Chooses the administrator's account on the demo's sign-in page. */
export const chooseAdministrator = (page: Page): Promise<void> => chooseAccount(page, 'admin');

export const chooseAccount = (page: Page, name: AccountName): Promise<void> =>
  page.locator(`button[name=account][value=${name}]`).click();

let addresses = 0;

/** Gives the page its own address: the rate limit rejects so many sign-ins from a single one. */
export function comeFromOwnAddress(page: Page): Promise<void> {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  const address = `198.51.${100 + worker}.${++addresses % 256}`;
  return page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': address });
}

/** Signs in with one of the demo's accounts and opens this path. */
export async function signIn(page: Page, path: string, name: AccountName = 'admin'): Promise<void> {
  await page.goto(`/api/login?${new URLSearchParams({ returnTo: path })}`);
  await chooseAccount(page, name);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
}

/** The links of the administration: in its header, or in the drawer of smaller screens. */
export async function adminLinks({ page, texts }: Pick<Visit, 'page' | 'texts'>): Promise<Locator> {
  const opener = page.getByRole('button', { name: texts.common.menu });
  const menu = page.getByRole('dialog', { name: texts.admin.shell.navigation });
  const header = page.getByRole('banner');
  await opener
    .or(header.getByRole('link', { name: texts.common.logout }))
    .first()
    .waitFor();
  if (!(await opener.isVisible())) return header;
  if (!(await menu.isVisible())) await opener.click();
  return menu;
}

/** Opens another page of the administration. */
export async function followAdminLink(
  visit: Pick<Visit, 'page' | 'texts'>,
  name: string,
): Promise<void> {
  const links = await adminLinks(visit);
  await links.getByRole('link', { name, exact: true }).click();
}
