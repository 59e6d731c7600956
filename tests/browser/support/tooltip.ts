import { expect, type Locator } from '@playwright/test';

/** How long the pointer rests before it tries again: longer than a tooltip takes to open. */
const REST_MS = 5_000;

/** What the page draws beside an element with this tooltip. */
export const tooltipOf = async (target: Locator): Promise<Locator> => {
  const name = (await target.getAttribute('data-tooltip')) ?? '';
  return target.page().locator('[aria-hidden]').getByText(name, { exact: true });
};

/**
 * Points at it until its tooltip is there. Tooltips come last, in a chunk of their own: before that
 * a pointer is not noticed.
 */
export async function awakenTooltip(target: Locator): Promise<Locator> {
  const tooltip = await tooltipOf(target);
  await expect(async () => {
    await target.page().mouse.move(0, 0);
    await target.hover();
    await expect(tooltip).toBeVisible({ timeout: REST_MS });
  }).toPass();
  return tooltip;
}
