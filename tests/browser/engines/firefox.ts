import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import type { Engine } from './engine';
import { puppeteerPage } from './puppeteer-page';

const PROGRAM = '/usr/bin/firefox-esr';

/** Debian's Firefox, by WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: () => (existsSync(PROGRAM) ? null : 'firefox-esr is not installed'),
  async open(setup) {
    const browser = await launch({
      browser: 'firefox',
      executablePath: PROGRAM,
      headless: true,
      timeout: 120_000,
      protocolTimeout: 120_000,
      extraPrefsFirefox: {
        'intl.accept_languages': setup.language === 'fr' ? 'fr-FR,fr' : 'en-US,en',
        'ui.prefersReducedMotion': 1,
        // A single content process, started with the first page: the browser lives only for
        // seconds.
        'fission.autostart': false,
        'dom.ipc.processPrelaunch.enabled': false,
      },
    });
    const [page = await browser.newPage()] = await browser.pages();
    return { page: await puppeteerPage(page, setup), close: () => browser.close() };
  },
};
