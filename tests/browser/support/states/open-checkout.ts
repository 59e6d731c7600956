import { expect, type Locator } from '@playwright/test';
import { checkoutPath, type Visit } from '../visit';
import { freshNumber } from '../voter';
export const checkoutTitle = ({ texts, demo }: Visit) =>
  texts.checkout.pageTitle.replace('{{name}}', demo.artist.name);

export async function openCheckout({ page, demo, texts }: Visit): Promise<Locator> {
  await page.goto(checkoutPath(demo));
  await expect(page.getByLabel(texts.checkout.mobileMoney.phone.label)).toBeVisible();
  return page.getByRole('heading', { level: 1, name: demo.artist.name });
}

export async function pay({ page, texts }: Visit): Promise<void> {
  await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(freshNumber('03'));
  await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
}
