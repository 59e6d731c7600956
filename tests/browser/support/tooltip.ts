import { expect, type Locator } from '@playwright/test';

/**
 * How long the pointer hovers before it tries again, in ms: longer than a tooltip takes to open.
 */
const DELAY_MS = 5_000;

/** The tooltip that the page draws for an element. */
export const tooltipOf = async (target: Locator): Promise<Locator> => {
  const name = (await target.getAttribute('data-tooltip')) ?? '';
  return target.page().locator('[aria-hidden]').getByText(name, { exact: true });
};

/**
 * Hovers over an element until its tooltip appears. The tooltip code loads last, as a separate
 * chunk: before that, hovering has no effect.
 */
export async function showTooltip(target: Locator): Promise<Locator> {
  const tooltip = await tooltipOf(target);
  await expect(async () => {
    await target.page().mouse.move(0, 0);
    await target.hover();
    await expect(tooltip).toBeVisible({ timeout: DELAY_MS });
  }).toPass();
  return tooltip;
}
