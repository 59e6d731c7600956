import type { Browser, Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '#sandbox/sign-in/accounts';
import { newVoter, type Voter, type VoterSetup } from './voter';

/** What the server takes for a request of its own page. */
export const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

/** The name of the demo's administrator. */
export const ADMINISTRATOR = DEMO_ACCOUNTS.find(({ role }) => role === 'admin')?.claims.name ?? '';

/** Where the demo's sign-in asks who it is. */
export const chooseAdministrator = (page: Page): Promise<void> =>
  page.getByRole('button', { name: ADMINISTRATOR }).click();

/** Somebody with a fresh browser who has signed in, at this path. */
export async function newAdministrator(
  browser: Browser,
  setup: VoterSetup,
  path: string,
): Promise<Voter> {
  const voter = await newVoter(browser, setup);
  await voter.page.goto(`/api/login?${new URLSearchParams({ returnTo: path })}`);
  await chooseAdministrator(voter.page);
  await voter.page.waitForURL((url) => `${url.pathname}${url.search}` === path);
  return voter;
}
