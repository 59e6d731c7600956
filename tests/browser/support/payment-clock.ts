import { expect, type Page, type Response } from '@playwright/test';
import { STATUS_API } from './visit';

declare global {
  interface Window {
    /** Waits between two status checks, in the order in which they began; none before the first. */
    statusWaits?: number[];
  }
}

/** The shortest time after which a check that was not answered counts as lost. */
const ANSWER_TIMEOUT = 15_000;
/** How far the clock leaps when it is stopped: longer than a slow machine takes to stop it. */
const LEAP = 10_000;

const isStatusAnswer = (response: Response): boolean =>
  /\/api\/payment\/[^/]+\/status([?]|$)/.test(response.url());

export interface PaymentClock {
  /**
   * Stops the page's clock once the first check is asked for, and answers it, so that the wait after
   * it begins now and passes only when the test says so. Before, the page's code may not have come,
   * though the server has drawn the page; it would wait for the clock.
   */
  stop: () => Promise<void>;
  /** Lets the time run again, in which no check is answered any more: the page stays as it is. */
  runWithoutAnswers: () => Promise<void>;
}

/**
 * Takes the page's clock in hand and notes when a wait between two status checks begins, so that a
 * test knows the state in which moving the clock means something. No check is answered before the
 * clock stands: however long the page takes to come, it finds the first. To be called before the
 * first page.
 */
export async function takeClock(page: Page): Promise<PaymentClock> {
  await page.clock.install();
  await page.addInitScript((answerTimeout) => {
    const { setTimeout } = window;
    window.setTimeout = Object.assign((handler: TimerHandler, delay = 0, ...values: unknown[]) => {
      // Known by what it does when it ends: other timers are as long.
      const source = String(handler);
      if (source.includes('waitEnded')) window.statusWaits?.push(delay);
      // However long the test keeps an answer back, and the clock leaps, it counts as given.
      if (source.includes('.abort()') && delay >= answerTimeout) return 0;
      return setTimeout(handler, delay, ...values);
    }, setTimeout);
  }, ANSWER_TIMEOUT);
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAsked = false;
  await page.route(STATUS_API, async (route) => {
    isAsked = true;
    await mayAnswer;
    // By the server's clock, which nobody holds, an answer may not wait.
    const [url] = route.request().url().split('?');
    await route.fallback({ ...(url && { url }) });
  });
  return {
    async stop() {
      await expect.poll(() => isAsked, 'a check was asked for').toBe(true);
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
