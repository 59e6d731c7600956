import type { VoterSetup } from '../support/voter';

declare global {
  interface Window {
    /** Marks of elements that were pressed in this document. */
    pressedMarks?: Set<string>;
  }
}

/** A page in a browser engine, with the same few commands for every engine. */
export interface EnginePage {
  goto(url: string): Promise<void>;
  /** Runs a function in the page. It cannot use variables from outside. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Presses the one element that matches, at its centre. */
  press(selector: string): Promise<void>;
  /** Types into the one element that matches. */
  type(selector: string, text: string): Promise<void>;
  /** Sets the file of the field that matches. */
  upload(selector: string, file: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Errors in the page's console so far, if the engine reports them. */
  errors: readonly string[];
}

export interface Engine {
  name: string;
  /** What is missing to run it, in a sentence; null when it runs. */
  missing(): string | null;
  /** Opens a page in a separate, fresh browser. */
  open(setup: VoterSetup): Promise<{ page: EnginePage; close: () => Promise<void> }>;
}

/** How long something may take to appear, in ms. */
const TIMEOUT_MS = 30_000;
const POLL_MS = 50;

/** Retries until the result is truthy. @throws with a description of what was awaited */
export async function until<Result>(
  what: string,
  check: () => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<NonNullable<Result>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    // Between two pages there is none to query.
    const found = await check().catch(() => undefined);
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * Marks the first visible and enabled element of a kind whose name contains a text, and waits until
 * it stops moving: a press on a moving element misses.
 * @param kind a selector, such as `button, a`
 * @returns a selector for it
 */
export async function markElement(page: EnginePage, kind: string, text = ''): Promise<string> {
  const id = await until(`${kind} "${text}"`, () =>
    page.evaluate(
      (selector: string, wanted: string) => {
        const nameOf = (element: Element) =>
          [
            element.getAttribute('aria-label'),
            ...(element.getAttribute('aria-labelledby') ?? '')
              .split(' ')
              .map((id) => document.getElementById(id)?.textContent),
            ...Array.from((element as HTMLInputElement).labels ?? [], (label) => label.textContent),
            element.textContent,
          ]
            .filter(Boolean)
            .join(' ')
            .replace(/\s+/g, ' ');
        const dialogs = document.querySelectorAll(
          '[role="dialog"][data-state="open"], dialog[open]',
        );
        const root = dialogs[dialogs.length - 1] ?? document;
        const found = [...root.querySelectorAll(selector)].find((element) => {
          const { width, height } = element.getBoundingClientRect();
          const isShown =
            width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
          return (
            isShown &&
            !element.matches(':disabled') &&
            nameOf(element).includes(wanted.replace(/\s+/g, ' '))
          );
        });
        if (!found) return null;
        const mark = found.getAttribute('data-seen') ?? String(Math.random()).slice(2);
        found.setAttribute('data-seen', mark);
        found.scrollIntoView({ block: 'center' });
        const { x, y } = found.getBoundingClientRect();
        const position = `${x} ${y}`;
        const isStill = found.getAttribute('data-seen-at') === position;
        found.setAttribute('data-seen-at', position);
        if (!isStill) return null;
        if (!window.pressedMarks) {
          const pressed = new Set<string>();
          window.pressedMarks = pressed;
          const note = (event: Event) => {
            for (const target of event.composedPath())
              if (target instanceof HTMLElement && target.dataset.seen)
                pressed.add(target.dataset.seen);
          };
          window.addEventListener('pointerdown', note, true);
        }
        window.pressedMarks.delete(mark);
        return mark;
      },
      kind,
      text,
    ),
  );
  return `[data-seen="${id}"]`;
}

/** Presses an element; tries again if it was missed, because it was rendered again or moved. */
export const press = async (page: EnginePage, kind: string, text?: string): Promise<void> => {
  await until(`a press of ${kind} "${text}"`, async () => {
    const selector = await markElement(page, kind, text);
    await page.press(selector);
    return await page
      .evaluate(
        (wanted: string) =>
          !window.pressedMarks ||
          [...window.pressedMarks].some((mark) => wanted === `[data-seen="${mark}"]`),
        selector,
      )
      // The press has opened another page.
      .catch(() => true);
  });
};

export const type = async (
  page: EnginePage,
  kind: string,
  label: string,
  text: string,
): Promise<void> => page.type(await markElement(page, kind, label), text);

/** Height of the open dialog, its scrolling content, and its text; null without one. */
export const dialogHeights = (page: EnginePage) =>
  page.evaluate(() => {
    const dialogs = document.querySelectorAll('[role="dialog"][data-state="open"]');
    const dialog = dialogs[dialogs.length - 1];
    if (!dialog) return null;
    const parts = [...dialog.querySelectorAll<HTMLElement>('*')].filter((one) =>
      ['auto', 'scroll'].includes(getComputedStyle(one).overflowY),
    );
    return {
      dialog: dialog.getBoundingClientRect().height,
      content: Math.max(0, ...parts.map((part) => part.getBoundingClientRect().height)),
      text: dialog.textContent ?? '',
    };
  });
