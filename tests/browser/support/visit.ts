import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { PublicConfig } from '#shared/contracts/config';
import { SIGNED_IN_COOKIE } from '#shared/domain/cookies';
import type { Language } from '#shared/domain/localized';
import type { Role } from '#shared/domain/permissions';
import type { Demo } from './demo';
import { fillIn, type Texts } from './texts';

/** A fresh page in the visitor's language, on the demo's server. */
export interface Visit {
  page: Page;
  texts: Texts;
  language: Language;
  demo: Demo;
}

/** Waits until the page is hydrated. */
export const untilHydrated = (page: Page) =>
  page.waitForFunction(() => Reflect.has(window, 'isHydrated'));

/** An id that exists nowhere. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

export const CHECKOUT_API = '**/api/campay-payment';
export const HELP_API = '**/api/payment-help';
/** With or without the parameter of how long the response may be held. */
export const STATUS_API = '**/api/payment/*/status*';

/**
 * Makes the server send its pages empty, as it does when rendering fails: the browser then requests
 * the data from the API.
 */
export const withoutRenderedPages = (page: Page) =>
  page.route(
    ({ pathname }) => /^\/($|categories$|category\/|share\/)/.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const url = new URL('/no-such-page', route.request().url()).href;
      await route.fulfill({ response: await route.fetch({ url }) });
    },
  );

/** Endpoints whose data the server renders pages from. */
const RENDERED_FROM = /\/api\/(categories|featured-artists|nominations|config)/;

/** Like `page.route`, for a response that a page may have been rendered from, or depends on. */
export async function intercept(page: Page, url: string, handler: (route: Route) => unknown) {
  if (RENDERED_FROM.test(url)) await withoutRenderedPages(page);
  // Without the cookie, the page never requests the signed-in user.
  if (url.endsWith('/api/auth/user')) {
    await page.addInitScript(`document.cookie = '${SIGNED_IN_COOKIE}=1; Path=/'`);
  }
  await page.route(url, handler);
}

/** Mocks a server that never responds. */
export const hold = (page: Page, url: string) => intercept(page, url, () => {});

/** Mocks the server's response. */
export const answer = (page: Page, url: string, json: unknown, status = 200) =>
  intercept(page, url, (route) => route.fulfill({ status, json }));

/** Replaces the delay of all timers of one length. */
export const replaceTimers = (page: Page, delayMs: number, insteadMs: number) =>
  page.addInitScript(
    ([replaced, instead]) => {
      const { setTimeout } = window;
      window.setTimeout = Object.assign(
        (handler: TimerHandler, delay?: number, ...values: unknown[]) =>
          setTimeout(handler, delay === replaced ? instead : delay, ...values),
        setTimeout,
      );
    },
    [delayMs, insteadMs] as const,
  );

/** Makes timers of this length fire at once. */
export const fireTimersAtOnce = (page: Page, delayMs: number) => replaceTimers(page, delayMs, 0);

/** Makes timers of this length not fire during the test. */
export const suspendTimers = (page: Page, delayMs: number) =>
  replaceTimers(page, delayMs, 3_600_000);

/** Mocks a rate limit, with the number of seconds to wait. */
export const mockRateLimit = (page: Page, url: string, code: string, seconds = 120) =>
  intercept(page, url, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': String(seconds) },
      json: { code, message: 'for machines' },
    }),
  );

/** Mocks the server's response, with some fields changed. */
export const amendConfig = (
  page: Page,
  amend: (config: PublicConfig) => PublicConfig | Promise<PublicConfig>,
) =>
  intercept(page, '**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: await amend(await response.json()) });
  });

/** Removes the receipt from the status of a payment, so that the page has to request it. */
export const withoutReceipt = (page: Page) =>
  intercept(page, STATUS_API, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), receipt: undefined } });
  });

export async function signInAsAdministrator(page: Page, role: Role = 'owner'): Promise<void> {
  const user = {
    isAdmin: true,
    role,
    firstName: 'Grace',
    email: 'grace@example.com',
    profileImageUrl: null,
  };
  await answer(page, '**/api/auth/user', user);
  // On pages of another edition.
  await answer(page, '**/api/auth/user?*', user);
}

/** Opens a page by a link on another site. */
export async function openFromOtherSite(page: Page, path: string): Promise<void> {
  await page.goto('/categories');
  const address = new URL(path, page.url()).href;
  const link = `<!doctype html><a href="${address}">This way</a>`;
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: link }),
  );
  await page.goto('https://elsewhere.example/');
  await page.getByRole('link').click();
}

/** On a phone a nominee is a row that expands to the card. */
export const openCard = ({ page, texts }: Pick<Visit, 'page' | 'texts'>, name: string) =>
  page.getByRole('button', { name: fillIn(texts.catalog.artist.more, { name }) }).click();

/** Devices without a share sheet copy the address. */
export async function withoutShareSheet(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
}

export const checkoutPath = ({ artist }: Pick<Demo, 'artist'>): string =>
  `/checkout?artist=${encodeURIComponent(JSON.stringify(artist))}`;

const LOGIN = '**/api/login?*';

/**
 * Keeps a user whose session ended on the page: the redirect to the sign-in follows the message
 * after half a second, which may be too soon for a test. A 204 response ends the redirect; a held
 * request would not do, because Playwright inspects nothing while a navigation is pending.
 * @returns a function that allows the redirect, once it was attempted
 */
export async function holdLogin(page: Page): Promise<() => Promise<void>> {
  let resolveAddress = (_address: string) => {};
  const loginAddress = new Promise<string>((resolve) => {
    resolveAddress = resolve;
  });
  await page.route(LOGIN, (route) => {
    resolveAddress(route.request().url());
    return route.fulfill({ status: 204 });
  });
  return async () => {
    const address = await loginAddress;
    await page.unroute(LOGIN);
    await page.goto(address);
  };
}

/** Stores a payment as if it had been left open in this browser. */
export const leavePaymentOpen = (page: Page, paymentId: string) =>
  page.addInitScript((id) => {
    if (!sessionStorage.getItem('wasLeftOpen')) localStorage.setItem('pendingPaymentId', id);
    sessionStorage.setItem('wasLeftOpen', 'yes');
  }, paymentId);

/**
 * The toast on screen, by its title; a dialog hides it from screen readers, which announced it
 * before.
 */
export const toastIn = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: /^Notifications/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ hasText: title });

export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = toastIn(page, title);
  await expect(toast).toBeVisible();
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

/** The panel at the checkout's button about a failed payment. */
export const failurePanel = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('alert').filter({ hasText: title });

/** Expects that the panel explains why a payment failed, and no toast repeats it. */
export async function expectFailurePanel(
  page: Page,
  title: string,
  description: string | RegExp,
): Promise<void> {
  const panel = failurePanel(page, title);
  await expect(panel.getByText(title, { exact: true })).toBeVisible();
  await expect(panel.getByText(description, { exact: true })).toBeVisible();
  await expect(toastIn(page, title)).toHaveCount(0);
}

/** Id of the payment that this browser waits for. */
export const pendingPaymentId = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('pendingPaymentId'));

export const heading = ({ page }: Visit, name: string): Locator =>
  page.getByRole('heading', { name });

export function lastOf<T>(items: readonly T[]): T {
  const last = items.at(-1);
  if (last === undefined) throw new Error('There is no such element.');
  return last;
}
