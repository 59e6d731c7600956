import { expect, type Page, type Response } from '@playwright/test';
import { STATUS_API } from './visit';

declare global {
  interface Window {
    /** Waits between two status checks, in order of their start; empty before the first. */
    statusWaits?: number[];
  }
}

/** The shortest time after which a check without a response counts as lost, in ms. */
const ANSWER_TIMEOUT = 15_000;
/**
 * How far the clock jumps when it is stopped, in ms: longer than a slow machine takes to stop it.
 */
const LEAP = 10_000;

const isStatusAnswer = (response: Response): boolean =>
  /\/api\/payment\/[^/]+\/status([?]|$)/.test(response.url());

export interface PaymentClock {
  /**
   * Stops the page's clock at the first check, and then responds to it, so that the wait after it
   * begins now and passes only when the test says so. Any earlier, code of a server-rendered page
   * might still be loading, and would wait for the clock.
   */
  stop: () => Promise<void>;
  /** Lets time pass again, but no check gets a response any more: the page stays as it is. */
  runWithoutAnswers: () => Promise<void>;
}

/**
 * Controls the page's clock and records when a wait between two status checks begins, so that a
 * test can tell when advancing the clock has an effect. No check gets a response before the clock
 * is stopped, so a slowly loading page also gets the first. Must be called before the first page.
 */
export async function takeClock(page: Page): Promise<PaymentClock> {
  await page.clock.install();
  await page.addInitScript((answerTimeout) => {
    const { setTimeout } = window;
    window.setTimeout = Object.assign((handler: TimerHandler, delay = 0, ...values: unknown[]) => {
      // Identified by what it does when it fires: other timers are just as long.
      const source = String(handler);
      if (source.includes('waitEnded')) window.statusWaits?.push(delay);
      // However long the test delays a response, and the clock jumps, it does not time out.
      if (source.includes('.abort()') && delay >= answerTimeout) return 0;
      return setTimeout(handler, delay, ...values);
    }, setTimeout);
  }, ANSWER_TIMEOUT);
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isRequested = false;
  await page.route(STATUS_API, async (route) => {
    isRequested = true;
    await mayAnswer;
    // The server's own clock keeps running, so it must not hold responses.
    const [url] = route.request().url().split('?');
    await route.fallback({ ...(url && { url }) });
  });
  return {
    async stop() {
      await expect.poll(() => isRequested, 'a check was requested').toBe(true);
      await page.clock.pauseAt(Date.now() + LEAP);
      await page.evaluate(() => {
        window.statusWaits = [];
      });
      answer();
    },
    async runWithoutAnswers() {
      await page.route(STATUS_API, () => {});
      await page.clock.resume();
    },
  };
}

/** Waits until the wait after the given check has begun. @returns its length */
export async function waitAfterCheck(page: Page, attempt: number): Promise<number> {
  const waits = async () => (await page.evaluate(() => window.statusWaits)) ?? [];
  await expect.poll(async () => (await waits()).length).toBeGreaterThanOrEqual(attempt);
  const wait = (await waits())[attempt - 1];
  if (wait === undefined) throw new Error(`No wait after check ${attempt}.`);
  return wait;
}

/** Lets the waits after the given checks pass, each at its full length. */
export async function passChecks(page: Page, from: number, to: number): Promise<void> {
  for (let attempt = from; attempt <= to; attempt += 1) {
    const wait = await waitAfterCheck(page, attempt);
    const answered = page.waitForResponse(isStatusAnswer);
    await page.clock.runFor(wait);
    await answered;
  }
}
