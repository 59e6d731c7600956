import type { ElementHandle, Page } from 'puppeteer-core';
import type { VoterSetup } from '../support/voter';
import type { EnginePage } from './engine';

/** A page of a browser driven by puppeteer, in the size and language of a voter. */
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
  // Leaving during a payment asks for confirmation.
  page.on('dialog', (dialog) => void dialog.accept());
  return {
    errors,
    // Waits for the response only: old browsers do not reliably report how far a page has loaded.
    goto: async (url) => void (await page.goto(url, { waitUntil: [] })),
    // The library's types accept only its own kind of functions.
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
