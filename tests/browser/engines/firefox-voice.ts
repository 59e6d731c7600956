import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Language } from '#shared/domain/localized';
import { until } from './engine';

const PROGRAM = '/usr/bin/firefox-esr';

/** What Firefox exposes to screen readers about one part of the page. */
export interface AccessibleNode {
  role: string;
  name: string;
  description: string;
  isInvalid: boolean;
  /** Its live region setting. */
  live: string;
  language: string;
}

export const missingForVoice = (): string | null =>
  existsSync(PROGRAM) ? null : 'firefox-esr is not installed';

/**
 * These scripts run with the browser's own privileges: web content has no access to the
 * accessibility tree. The service is held, as a screen reader holds it: once unused, it is
 * garbage-collected, and a new instance misses earlier changes of the focus or the language.
 */
const DESCRIBE = `
  const browserWindow = Services.wm.getMostRecentWindow('navigator:browser');
  browserWindow.heldService ??=
    Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
  const service = browserWindow.heldService;
  const describe = (part) => {
    const state = {};
    part.getState(state, {});
    let live = '';
    try { live = part.attributes.getStringProperty('live'); } catch {}
    return {
      role: service.getStringRole(part.role),
      name: part.name ?? '',
      description: part.description ?? '',
      isInvalid: (state.value & Ci.nsIAccessibleStates.STATE_INVALID) !== 0,
      live,
      language: part.language,
    };
  };
  const page = service.getAccessibleFor(browserWindow.gBrowser.selectedBrowser)?.firstChild;`;

const READ_TREE = `${DESCRIBE}
  const nodes = [];
  const read = (part) => {
    nodes.push(describe(part));
    for (let child = part.firstChild; child; child = child.nextSibling) read(child);
  };
  if (page) read(page);
  return nodes;`;

const READ_FOCUSED = `${DESCRIBE}
  const focused = page?.focusedChild;
  return focused ? describe(focused) : null;`;

/**
 * Firefox as a screen reader perceives it, by Marionette, the protocol below WebDriver: only it can
 * read the browser's own accessibility tree.
 */
export class FirefoxVoice {
  #program: ChildProcess;
  #socket: Socket;
  #profile: string;
  #received = Buffer.alloc(0);
  #pending = new Map<
    number,
    { resolve: (answer: unknown) => void; reject: (error: Error) => void }
  >();
  #lastId = 0;
  #context = 'content';

  private constructor(program: ChildProcess, socket: Socket, profile: string) {
    this.#program = program;
    this.#socket = socket;
    this.#profile = profile;
    socket.on('data', (data) => this.#receive(data));
  }

  static async open(language: Language): Promise<FirefoxVoice> {
    const profile = await mkdtemp(path.join(tmpdir(), 'firefox-voice-'));
    const settings = {
      // A free port, which it writes into its profile.
      'marionette.port': 0,
      'accessibility.force_disabled': -1,
      'intl.accept_languages': language === 'fr' ? 'fr-FR,fr' : 'en-US,en',
      'ui.prefersReducedMotion': 1,
      'datareporting.policy.dataSubmissionEnabled': false,
    };
    const lines = Object.entries(settings).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
    const program = spawn(
      PROGRAM,
      ['--headless', '--marionette', '--remote-allow-system-access', '--profile', profile],
      { stdio: 'ignore', env: { ...process.env, HOME: profile } },
    );
    const port = await until('the port of Firefox', async () =>
      Number(await readFile(path.join(profile, 'MarionetteActivePort'), 'utf8')),
    );
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const voice = new FirefoxVoice(program, socket, profile);
    await voice.#ask('WebDriver:NewSession');
    // The first query starts the accessibility service.
    await voice.tree();
    return voice;
  }

  async close(): Promise<void> {
    const ended = once(this.#program, 'exit');
    this.#program.kill('SIGKILL');
    await ended;
    this.#socket.destroy();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, colon));
      if (colon < 0 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, answer] = message;
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) pending?.reject(new Error(error.message));
      else pending?.resolve(answer);
    }
  }

  #ask(command: string, parameters: object = {}): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const message = JSON.stringify([0, id, command, parameters]);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  }

  async #run(context: 'content' | 'chrome', script: string, args: unknown[] = []) {
    if (this.#context !== context) await this.#ask('Marionette:SetContext', { value: context });
    this.#context = context;
    const answer = await this.#ask('WebDriver:ExecuteScript', { script, args });
    return (answer as { value: unknown }).value;
  }

  async goto(url: string): Promise<void> {
    await this.#run('content', 'return 0');
    await this.#ask('WebDriver:Navigate', { url });
  }

  /** All accessible content of the page, in order. */
  tree = async (): Promise<AccessibleNode[]> =>
    (await this.#run('chrome', READ_TREE)) as AccessibleNode[];

  /**
   * The focused element; null when nothing in the page has the focus. Takes a hundredth of the
   * tree's time.
   */
  focused = async (): Promise<AccessibleNode | null> =>
    (await this.#run('chrome', READ_FOCUSED)) as AccessibleNode | null;

  /** Presses the button with this name, once it is enabled. */
  async press(name: string): Promise<void> {
    await until(`a button "${name}"`, () =>
      this.#run(
        'content',
        `const button = [...document.querySelectorAll('button')].findLast((one) =>
           !one.disabled && one.checkVisibility() &&
           (one.getAttribute('aria-label') ?? one.textContent).includes(arguments[0]));
         button?.focus();
         button?.click();
         return button !== undefined;`,
        [name],
      ),
    );
  }

  /** Types into the one element that matches, by the keyboard. */
  async type(selector: string, text: string): Promise<void> {
    await until(selector, () =>
      this.#run(
        'content',
        `const field = document.querySelector(arguments[0]);
         field?.focus();
         field?.select();
         return field !== null;`,
        [selector],
      ),
    );
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#ask('WebDriver:PerformActions', {
      actions: [{ type: 'key', id: 'keyboard', actions }],
    });
  }
}
