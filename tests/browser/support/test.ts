import { test as base, type Cookie } from '@playwright/test';
import { RECENT_SIGN_IN_MS } from '#shared/domain/sign-in';
import { signIn } from './administrator';
import { Browsers, newPage, type OwnBrowser } from './browsers';
import { type Demo, readDemo } from './demo';
import { deviceCookie } from './device';
import { textsOf } from './texts';
import type { Visit } from './visit';
import { LAPTOP, type VoterSetup } from './voter';

/** Creates a visitor with a separate browser, empty before and discarded after the test. */
export type NewVisitor = (setup: VoterSetup) => Promise<Visit>;
/** Creates a visitor who is signed in, at this path. */
export type NewAdministrator = (setup: VoterSetup, path: string) => Promise<Visit>;

interface EachTest {
  /** Creates a visit in a visitor's browser, with these cookies. */
  newVisit: (setup: VoterSetup, cookies?: Cookie[]) => Promise<Visit>;
  visitor: NewVisitor;
  administrator: NewAdministrator;
}

interface EachWorker {
  /** Shared by the tests of a worker, which must not change it. */
  demo: Demo;
  browsers: Browsers;
  /** The cookies of the demo's administrator, who signed in minutes ago. */
  signedIn: () => Promise<Cookie[]>;
}

export const test = base.extend<EachTest, EachWorker>({
  demo: [
    async ({ playwright }, use, { project }) => {
      const baseURL = project.use.baseURL ?? '';
      // Each failed test gets a new worker, whose payments would soon exceed the limit for new
      // devices.
      const cookies = [await deviceCookie(baseURL)];
      const request = await playwright.request.newContext({
        baseURL,
        storageState: { cookies, origins: [] },
      });
      await use(await readDemo(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  browsers: [
    async ({ browser }, use, { project }) => {
      await use(new Browsers(browser, project.use.baseURL ?? ''));
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ browsers }, use) => {
      let signedInAt = Number.NEGATIVE_INFINITY;
      let cookies: Cookie[] = [];
      await use(async () => {
        if (Date.now() - signedInAt < RECENT_SIGN_IN_MS / 2) return cookies;
        const setup = { language: 'en', ...LAPTOP } as const;
        const ownBrowser = await browsers.take(setup);
        await signIn(await newPage(ownBrowser, setup), '/admin');
        cookies = await ownBrowser.context.cookies();
        signedInAt = Date.now();
        await browsers.giveBack(ownBrowser);
        return cookies;
      });
    },
    { scope: 'worker' },
  ],
  newVisit: async ({ browsers, demo, baseURL }, use) => {
    const taken: OwnBrowser[] = [];
    await use(async (setup, cookies = []) => {
      const { language } = setup;
      const ownBrowser = await browsers.take(setup);
      taken.push(ownBrowser);
      await ownBrowser.context.addCookies([await deviceCookie(baseURL ?? ''), ...cookies]);
      return { page: await newPage(ownBrowser, setup), texts: textsOf(language), language, demo };
    });
    await Promise.all(taken.map((ownBrowser) => browsers.giveBack(ownBrowser)));
  },
  visitor: async ({ newVisit }, use) => {
    await use((setup) => newVisit(setup));
  },
  administrator: async ({ newVisit, signedIn }, use) => {
    await use(async (setup, path) => {
      const visit = await newVisit(setup, await signedIn());
      await visit.page.goto(path);
      return visit;
    });
  },
});
