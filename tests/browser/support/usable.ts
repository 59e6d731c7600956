import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expectNoCutText, expectNoSidewaysScroll, expectTouchableTargets } from './layout';

/** Expects that nothing prevents a visitor from reading or using the page. */
export async function expectUsable(page: Page): Promise<void> {
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await expectTouchableTargets(page);
  await expectNoCutText(page);
}
