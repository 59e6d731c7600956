import type { ElementHandle, Page } from 'puppeteer-core';
import type { VoterSetup } from '../support/voter';
import type { EnginePage } from './engine';

/** A page of a browser that puppeteer drives, in the size and language of a voter. */
export async function puppeteerPage(
  page: Page,
  { width, height }: VoterSetup,
): Promise<EnginePage> {
  await page.setViewport({ width, height });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => void errors.push(String(error)));
  // Leaving while a payment runs asks back.
  page.on('dialog', (dialog) => void dialog.accept());
  return {
    errors,
    // The page has come. Of old browsers the library does not hear reliably how far it is then.
    goto: async (url) => void (await page.goto(url, { waitUntil: [] })),
    // The library's types know functions of its own kind only.
    evaluate: (run, ...args) =>
      page.evaluate(run as never, ...(args as unknown as never[])) as never,
    press: (selector) => page.click(selector),
    async type(selector, text) {
      await page.focus(selector);
      await page.keyboard.type(text);
    },
    async upload(selector, file) {
      const field = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      if (!field) throw new Error(`no ${selector}`);
      await field.uploadFile(file);
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
  };
}
