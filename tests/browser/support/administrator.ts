import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../../../server/sandbox/sign-in/accounts';
import { expectNoCutText, expectNoSidewaysScroll, expectTouchableTargets } from './layout';
import { newVoter, type Voter, type VoterSetup } from './voter';

/** What the server takes for a request of its own page. */
export const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

/** Chooses the demo's administrator where the demo's sign-in asks. */
export async function chooseAdministrator(page: Page): Promise<void> {
  const admin = DEMO_ACCOUNTS.find(({ role }) => role === 'admin');
  await page.getByRole('button', { name: admin?.claims.name ?? '' }).click();
}

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

/** Nothing that keeps anybody from reading the page, or from using it. */
export async function expectSound(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await expectNoSidewaysScroll(page);
  await expectTouchableTargets(page);
  await expectNoCutText(page);
}
