import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    axe?: { run: (options: RunOptions) => Promise<AxeResults> };
  }
}

/**
 * Expects that axe-core finds no violations in the page and its frames.
 * @param excused ids of rules that this screen may break, because it is not a whole page yet
 */
export async function expectNoViolations(
  page: Page,
  excused: readonly string[] = [],
): Promise<void> {
  // It is large: injected only once per page.
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
    }),
  );
  const options: RunOptions = {
    runOnly: RULES,
    rules: Object.fromEntries(excused.map((id) => [id, { enabled: false }])),
    // Rules that passed need no description for each element.
    resultTypes: ['violations'],
    // Style sheets are needed for one rule only, an experimental one that is not among these.
    preload: { assets: ['media'] },
  };
  const found = await page.evaluate(async (run) => {
    if (!window.axe) throw new Error('axe-core did not arrive in the page');
    const { violations } = await window.axe.run(run);
    return violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`),
    }));
  }, options);
  expect(found).toEqual([]);
}
