import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Language } from '#shared/domain/localized';
import { newContext, type VoterSetup } from './voter';

export interface OwnBrowser {
  language: Language;
  context: BrowserContext;
  /** True after a change that affects later pages too: this browser cannot be reused. */
  isModified: boolean;
}

/** A browser that another test may reuse. */
interface ReusableBrowser extends OwnBrowser {
  /** Stays open, and keeps the process alive that renders the next page. */
  anchor: Page;
  devTools: CDPSession;
  visitors: number;
}

/** After this many visitors the process has grown too large. */
const MAX_VISITORS = 50;

const isReusable = (own: OwnBrowser): own is ReusableBrowser => 'anchor' in own;

/**
 * Pool of visitors' browsers. An unchanged browser is emptied and reused for the next visitor of
 * its language: starting a new one takes as long as loading a page.
 */
export class Browsers {
  readonly #browser: Browser;
  readonly #baseURL: string;
  #idle: ReusableBrowser[] = [];

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser;
    this.#baseURL = baseURL;
  }

  async take(setup: VoterSetup): Promise<OwnBrowser> {
    const { language, goesOffline, keepsSite } = setup;
    if (goesOffline || keepsSite) {
      const context = await newContext(this.#browser, setup);
      return { language, context, isModified: true };
    }
    const idle = this.#idle.find((candidate) => candidate.language === language);
    if (!idle) return this.#open(language);
    this.#idle = this.#idle.filter((candidate) => candidate !== idle);
    return idle;
  }

  async giveBack(own: OwnBrowser): Promise<void> {
    // Routes that still answer requests serve no purpose: the test is over.
    for (const routed of [own.context, ...own.context.pages()]) {
      await routed.unrouteAll({ behavior: 'ignoreErrors' });
    }
    if (own.isModified || !isReusable(own) || ++own.visitors >= MAX_VISITORS)
      return own.context.close();
    const { context, anchor, devTools } = own;
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
    this.#idle.push(own);
  }

  async #open(language: Language): Promise<ReusableBrowser> {
    const context = await newContext(this.#browser, { language });
    const anchor = await context.newPage();
    await anchor.goto('/favicon.svg');
    const devTools = await context.newCDPSession(anchor);
    const own: ReusableBrowser = {
      language,
      context,
      anchor,
      devTools,
      visitors: 0,
      isModified: false,
    };
    watchChanges(own);
    return own;
  }
}

/** Calls whose effect stays with the browser. */
const BROWSER_CALLS = [
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
const CLOCK_CALLS = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

function watchChanges(own: OwnBrowser): void {
  const { context } = own;
  const { clock } = context;
  const watch = (target: object, name: string, method: unknown) =>
    Object.defineProperty(target, name, {
      get() {
        own.isModified = true;
        return method;
      },
    });
  for (const name of BROWSER_CALLS) watch(context, name, context[name].bind(context));
  context.setOffline = () => {
    throw new Error('Set `goesOffline` for this visit.');
  };
  for (const name of CLOCK_CALLS) watch(clock, name, clock[name].bind(clock));
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
