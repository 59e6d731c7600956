import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expectNoCutText, expectNoSidewaysScroll, expectTouchableTargets } from './layout';

/** Nothing that keeps anybody from reading the page, or from using it. */
export async function expectSound(page: Page): Promise<void> {
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await expectTouchableTargets(page);
  await expectNoCutText(page);
}
