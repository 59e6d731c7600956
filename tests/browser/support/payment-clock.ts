import { expect, type Page, type Response } from '@playwright/test';

declare global {
  interface Window {
    /** Waits between two status checks, in the order in which they began. */
    statusWaits?: number[];
  }
}

/** The waits that stand between two status checks (spec, section 4). */
const STATUS_WAITS = [2_000, 2_500, 8_000, 10_000];

const isStatusAnswer = (response: Response): boolean =>
  /\/api\/payment\/[^/]+\/status$/.test(response.url());

/**
 * Takes the page's clock in hand and notes when a wait between two status checks begins, so that a
 * test knows the state in which moving the clock means something. To be called before the first page.
 */
export async function takeClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript((waits) => {
    const begun: number[] = [];
    window.statusWaits = begun;
    const { setTimeout } = window;
    window.setTimeout = Object.assign(
      (handler: TimerHandler, delay?: number, ...values: unknown[]) => {
        if (delay !== undefined && waits.includes(delay)) begun.push(delay);
        return setTimeout(handler, delay, ...values);
      },
      setTimeout,
    );
  }, STATUS_WAITS);
}

/** Waits for the wait after the given check to have begun. @returns how long it takes */
export async function waitAfterCheck(page: Page, attempt: number): Promise<number> {
  const waits = async () => (await page.evaluate(() => window.statusWaits)) ?? [];
  await expect.poll(async () => (await waits()).length).toBeGreaterThanOrEqual(attempt);
  const wait = (await waits())[attempt - 1];
  if (wait === undefined) throw new Error(`No wait after check ${attempt}.`);
  return wait;
}

/** Lets the waits after the given checks pass, each as long as it takes. */
export async function passChecks(page: Page, from: number, to: number): Promise<void> {
  for (let attempt = from; attempt <= to; attempt += 1) {
    const wait = await waitAfterCheck(page, attempt);
    const answered = page.waitForResponse(isStatusAnswer);
    await page.clock.runFor(wait);
    await answered;
  }
}
