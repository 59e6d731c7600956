import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import type { Engine } from './engine';
import { puppeteerPage } from './puppeteer-page';

/**
 * A Chromium of 2022, close to the oldest browsers in which voting works.
 * @param libraries folder of the libraries that it was built with
 */
export const oldChromium = (program: string, libraries: string): Engine => ({
  name: 'Chromium 103',
  missing: () => (existsSync(program) ? null : 'Chromium 103 could not be fetched'),
  async open(setup) {
    const browser = await launch({
      executablePath: program,
      headless: 'shell',
      protocolTimeout: 120_000,
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
      args: [
        '--no-sandbox',
        '--no-zygote',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--force-prefers-reduced-motion',
        `--lang=${setup.language === 'fr' ? 'fr-FR' : 'en-US'}`,
        `--accept-lang=${setup.language === 'fr' ? 'fr-FR,fr' : 'en-US,en'}`,
      ],
    });
    // Kept in memory: this build fails to encrypt cookies on disk.
    const context = await browser.createBrowserContext();
    const page = await puppeteerPage(await context.newPage(), setup);
    return { page, close: () => browser.close() };
  },
});
