import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { freePort } from '#server/platform/free-port';
import type { VoterSetup } from '../support/voter';
import type { Engine, EnginePage } from './engine';

const DRIVER = '/usr/bin/WebKitWebDriver';
/** Debian's own Python, for which its packages are built. */
const PYTHON = '/usr/bin/python3';
const XVFB = '/usr/bin/Xvfb';
const WINDOW = path.join(import.meta.dirname, 'webkit-window.py');
/** The key under which WebDriver names an element (W3C WebDriver, section 12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK, the engine of iPhones and iPads, by WebDriver, on a virtual screen. */
export const webkit: Engine = {
  name: 'WebKit',
  missing() {
    if (!existsSync(DRIVER)) return 'webkit2gtk-driver is not installed';
    if (!existsSync(XVFB)) return 'xvfb is not installed';
    const python = spawnSync(PYTHON, [
      '-c',
      "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2",
    ]);
    return python.status === 0 ? null : 'python3-gi and gir1.2-webkit2-4.1 are not installed';
  },
  async open(setup) {
    const processes: ChildProcess[] = [];
    const folder = await mkdtemp(path.join(tmpdir(), 'festival-awards-test-'));
    // Uses the first free number, so that two runs on a machine do not collide.
    const screen = await startScreen(processes, folder);
    const port = await freePort();
    processes.push(
      spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
        stdio: 'ignore',
        env: {
          ...process.env,
          DISPLAY: `:${screen}`,
          WIDTH: String(setup.width),
          HEIGHT: String(setup.height),
          LANGUAGES: setup.language === 'fr' ? 'fr-FR,fr' : 'en-US,en',
          WEBKIT_DISABLE_COMPOSITING_MODE: '1',
          WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
          GTK_A11Y: 'none',
        },
      }),
    );
    const stop = async () => {
      for (const child of processes) child.kill();
      await rm(folder, { recursive: true, force: true });
    };
    try {
      const session = await newSession(`http://127.0.0.1:${port}`);
      return {
        page: webdriverPage(session, () => pictureOf(folder, setup)),
        async close() {
          await session('DELETE', '').catch(() => undefined);
          await stop();
        },
      };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

/**
 * Screenshot of the virtual screen of this folder (in the format of `xwd`), with the window in its
 * corner.
 */
async function pictureOf(folder: string, { width, height }: VoterSetup): Promise<Buffer> {
  const file = await readFile(path.join(folder, 'Xvfb_screen0'));
  const field = (index: number) => file.readUInt32BE(4 * index);
  const [headerBytes, screenHeight, lineBytes, colours] = [0, 5, 12, 19].map(field);
  const start = (headerBytes ?? 0) + 12 * (colours ?? 0);
  const pixels = file.subarray(start, start + (lineBytes ?? 0) * (screenHeight ?? 0));
  // Blue, green, red and an unused byte.
  for (let at = 0; at < pixels.length; at += 4) {
    const blue = pixels[at] ?? 0;
    pixels[at] = pixels[at + 2] ?? 0;
    pixels[at + 2] = blue;
    pixels[at + 3] = 255;
  }
  const raw = { width: (lineBytes ?? 0) / 4, height: screenHeight ?? 0, channels: 4 } as const;
  return sharp(pixels, { raw }).extract({ left: 0, top: 0, width, height }).png().toBuffer();
}

async function startScreen(processes: ChildProcess[], folder: string): Promise<string> {
  const options = ['-displayfd', '1', '-fbdir', folder, '-screen', '0', '1400x1000x24'];
  const xvfb = spawn(XVFB, [...options, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  processes.push(xvfb);
  return new Promise((resolve, reject) => {
    xvfb.stdout?.once('data', (named: Buffer) => resolve(named.toString().trim()));
    xvfb.once('exit', () => reject(new Error('Xvfb did not start')));
  });
}

type Session = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<unknown>;

/** @throws when the driver does not respond within half a minute */
async function newSession(driver: string): Promise<Session> {
  const request = async (method: string, address: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${driver}${address}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { message?: string } };
    if (!answer.ok) throw new Error(`WebDriver, ${method} ${address}: ${value?.message}`);
    return value;
  };
  const capabilities = {
    browserName: 'webkit-window',
    'webkitgtk:browserOptions': { binary: PYTHON, args: [WINDOW] },
  };
  for (let tries = 0; ; tries++) {
    try {
      const created = await request('POST', '/session', {
        capabilities: { alwaysMatch: capabilities },
      });
      const { sessionId } = created as { sessionId: string };
      return (method, address, body) => request(method, `/session/${sessionId}${address}`, body);
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

/** @param screenshot the driver's own never finishes while something on the page is animated */
function webdriverPage(session: Session, screenshot: () => Promise<Buffer>): EnginePage {
  const find = async (selector: string): Promise<string> => {
    const found = await session('POST', '/element', { using: 'css selector', value: selector });
    return (found as Record<string, string>)[ELEMENT] ?? '';
  };
  return {
    // The driver does not report the console.
    errors: [],
    goto: async (url) => void (await session('POST', '/url', { url })),
    evaluate: async (run, ...args) =>
      (await session('POST', '/execute/sync', {
        script: `return (${run}).apply(null, arguments)`,
        args,
      })) as never,
    press: async (selector) =>
      void (await session('POST', `/element/${await find(selector)}/click`, {})),
    type: async (selector, text) =>
      void (await session('POST', `/element/${await find(selector)}/value`, { text })),
    upload: async (selector, file) =>
      void (await session('POST', `/element/${await find(selector)}/value`, { text: file })),
    screenshot,
  };
}
