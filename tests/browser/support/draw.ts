import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Visit } from './visit';

/** In CSS pixels; further down a page only repeats itself, and WebP is limited to 16,383. */
const MAX_HEIGHT = 5_000;

/** Set by `npm run screens` to the folder for screenshots. Unset, tests take none. */
const { SCREENS_DIR } = process.env;

/** Saves the whole page as `<name>.<language>.<width>.webp`; for a dialog, the visible screen. */
export async function saveScreenshot({ page, language }: Visit, name: string): Promise<void> {
  if (!SCREENS_DIR) return;
  await loadPictures(page);
  const { width, height } = await page.evaluate(() => {
    const { clientWidth, scrollHeight } = document.documentElement;
    return { width: clientWidth, height: scrollHeight };
  });
  const isDialog = (await page.getByRole('dialog').count()) > 0;
  const whole = {
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) },
  };
  const png = await page.screenshot({ animations: 'disabled', ...(isDialog ? {} : whole) });
  const file = `${name.replaceAll(' ', '-')}.${language}.${width}.webp`;
  await sharp(png).webp({ quality: 88 }).toFile(path.join(SCREENS_DIR, file));
}

/** Pictures further down exist, and load, from the first scroll on. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event('scroll')));
  await expect(page.locator('div:has(> noscript)')).toHaveCount(0);
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.loading = 'eager';
      // Loaded but not decoded pictures would be missing from the screenshot.
      image.decoding = 'sync';
    }
    // A broken picture has its own appearance.
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    // Elements above the viewport would otherwise appear in the middle of the page.
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
}
