import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Language } from '#shared/domain/localized';
import { newContext, type VoterSetup } from './voter';

export interface OwnBrowser {
  language: Language;
  context: BrowserContext;
  /** True when a change affects all of its pages, including later ones: it cannot be reused. */
  isTouched: boolean;
}

/** A browser that another test may reuse. */
interface LastingBrowser extends OwnBrowser {
  /** Stays open, and keeps the process alive that renders the next page. */
  anchor: Page;
  devTools: CDPSession;
  visitors: number;
}

/** After this many visitors the process has grown too large. */
const MAX_VISITORS = 50;

const isLasting = (own: OwnBrowser): own is LastingBrowser => 'anchor' in own;

/**
 * Pool of visitors' browsers. An unchanged one is emptied and reused for the next visitor of that
 * language: starting a new one takes as long as loading a page.
 */
export class Browsers {
  readonly #browser: Browser;
  readonly #baseURL: string;
  #idle: LastingBrowser[] = [];

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser;
    this.#baseURL = baseURL;
  }

  async take(setup: VoterSetup): Promise<OwnBrowser> {
    const { language, goesOffline, keepsSite } = setup;
    if (goesOffline || keepsSite) {
      const context = await newContext(this.#browser, setup);
      return { language, context, isTouched: true };
    }
    const idle = this.#idle.find((one) => one.language === language);
    if (!idle) return this.#open(language);
    this.#idle = this.#idle.filter((one) => one !== idle);
    return idle;
  }

  async giveBack(one: OwnBrowser): Promise<void> {
    // Routes that still answer requests serve no purpose: the test is over.
    for (const routed of [one.context, ...one.context.pages()]) {
      await routed.unrouteAll({ behavior: 'ignoreErrors' });
    }
    if (one.isTouched || !isLasting(one) || ++one.visitors >= MAX_VISITORS)
      return one.context.close();
    const { context, anchor, devTools } = one;
    const pages = context.pages().filter((page) => page !== anchor);
    await Promise.all(pages.map((page) => page.close()));
    await devTools.send('Network.clearBrowserCache');
    // Clears the memory cache of the process.
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: false });
    await devTools.send('Storage.clearDataForOrigin', {
      origin: new URL(this.#baseURL).origin,
      storageTypes: 'all',
    });
    await context.clearCookies();
    this.#idle.push(one);
  }

  async #open(language: Language): Promise<LastingBrowser> {
    const context = await newContext(this.#browser, { language });
    const anchor = await context.newPage();
    await anchor.goto('/favicon.svg');
    const devTools = await context.newCDPSession(anchor);
    const own: LastingBrowser = {
      language,
      context,
      anchor,
      devTools,
      visitors: 0,
      isTouched: false,
    };
    notice(own);
    return own;
  }
}

/** Calls whose effect stays with the browser. */
const REACHING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const;
const OF_THE_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

function notice(own: OwnBrowser): void {
  const { context } = own;
  const { clock } = context;
  const watch = (target: object, name: string, whole: unknown) =>
    Object.defineProperty(target, name, {
      get() {
        own.isTouched = true;
        return whole;
      },
    });
  for (const name of REACHING) watch(context, name, context[name].bind(context));
  context.setOffline = () => {
    throw new Error('Set `goesOffline` for this visit.');
  };
  for (const name of OF_THE_CLOCK) watch(clock, name, clock[name].bind(clock));
}

/**
 * A server-rendered page is visible before its code runs. Users are slower than that, so
 * navigations wait for the code, unless they say otherwise.
 */
export async function waitForCode(page: Page): Promise<void> {
  await page.addInitScript(() =>
    window.addEventListener('hydrated', () => Reflect.set(window, 'isHydrated', true)),
  );
  const untilHydrated = () =>
    page.waitForFunction(
      () => !document.querySelector('script[data-code]') || Reflect.has(window, 'isHydrated'),
    );
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (!options?.waitUntil) await untilHydrated();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (!options?.waitUntil) await untilHydrated();
    return response;
  };
}

/** A page of this browser in this size. */
export async function newPage(
  { context }: OwnBrowser,
  { width, height }: VoterSetup,
): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  await waitForCode(page);
  return page;
}
