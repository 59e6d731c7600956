import { expect, type Page } from '@playwright/test';

/** Smallest side of a target for fingers, and of one for a mouse, in CSS pixels. */
const TARGET = { finger: 44, mouse: 36 };
const MAX_LAYOUT_SHIFT = 0.02;
/** The margins of a page, of a card in it, and an icon before its text, in CSS pixels. */
const MARGINS = 96;

declare global {
  interface Window {
    /** Set by `noticePresses` once something on this page was pressed. */
    wasPressed?: boolean;
  }
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
}

/**
 * After a change of size, container units follow only with the next frame: tests must inspect what
 * is painted.
 */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/** Expects that nothing makes the page wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await painted(page);
  const { overflow, widest } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth === clientWidth) return { overflow: 0, widest: [] };
    const reach = document.createRange();
    const tooWide = [...document.querySelectorAll('body *')].filter((element) => {
      reach.selectNodeContents(element);
      return reach.getBoundingClientRect().right > clientWidth + 1;
    });
    const widest = tooWide.slice(-4).map(({ outerHTML }) => outerHTML.slice(0, 160));
    return { overflow: scrollWidth - clientWidth, widest };
  });
  expect(overflow, `pixels that the page is too wide\n${widest.join('\n')}`).toBe(0);
}

/**
 * Applies from the next page load on: distinguishes spontaneous layout shifts from effects of a
 * press.
 */
export const noticePresses = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const note = () => {
      window.wasPressed = true;
    };
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, note, { capture: true, once: true });
  });

/**
 * Expects that nothing has moved by itself since the page was opened, up to the first press, after
 * which content may make room for more. Browsers attribute only the next half second to a press; a
 * slow machine takes longer.
 */
export async function expectStillLayout(page: Page): Promise<void> {
  const { shift, moves } = await page.evaluate(async () => {
    // Reported with the frame that shows its effect, which a slow machine may not have painted yet.
    const firstPress = () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) resolve(startTime);
        });
        observer.observe({ type: 'first-input', buffered: true });
      });
    const endsAt = window.wasPressed ? await firstPress() : Number.POSITIVE_INFINITY;
    const observed = await new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      // When nothing moved there is nothing to report: the observer would not call back.
      requestAnimationFrame(() => resolve(observer.takeRecords()));
    });
    const shifts = (observed as LayoutShift[]).filter(
      ({ hadRecentInput, startTime }) => !hadRecentInput && startTime < endsAt,
    );
    const boxText = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    return {
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      moves: shifts.flatMap(({ value, startTime, sources }) =>
        sources.map(({ node, previousRect, currentRect }) => {
          const what = node instanceof Element ? node.outerHTML : node?.textContent;
          return `${value} at ${startTime}: ${boxText(previousRect)} → ${boxText(currentRect)} ${what?.slice(0, 120)}`;
        }),
      ),
    };
  });
  expect(shift, `cumulative layout shift\n${moves.join('\n')}`).toBeLessThan(MAX_LAYOUT_SHIFT);
}

/**
 * Links within a sentence are as high as its line (WCAG 2.5.8 exempts them too). The administration
 * is smaller where there is a mouse.
 */
export async function expectTouchableTargets(page: Page): Promise<void> {
  const tooSmall = await page.evaluate(({ finger, mouse }) => {
    const hasMouse = matchMedia('(min-width: 48rem) and (pointer: fine)').matches;
    const smallest = hasMouse && document.querySelector('.admin') ? mouse : finger;
    const interactive = 'a[href], button, input, select, textarea, summary, [role="button"]';
    return [...document.querySelectorAll<HTMLElement>(interactive)]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 1;
        const isInSentence =
          element.tagName === 'A' && getComputedStyle(element).display === 'inline';
        const isTooSmall = width < smallest - 0.5 || height < smallest - 0.5;
        return isShown && !isInSentence && isTooSmall;
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return `${element.outerHTML.slice(0, 120)} is ${width} × ${height}`;
      });
  }, TARGET);
  expect(tooSmall).toEqual([]);
}

/** Expects that everything can be read and pressed: nothing exceeds the screen or its box. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectNoTextCutNow(page);
  await expectControlsInView(page);
}

/**
 * Expects that no control is outside the screen, or outside a box that clips it and cannot be
 * scrolled.
 */
async function expectControlsInView(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const tolerance = 2;
    const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    const isCutOff = (element: Element): boolean => {
      const { left, right } = element.getBoundingClientRect();
      for (let box = element.parentElement; box; box = box.parentElement) {
        const { overflowX, position, clipPath } = getComputedStyle(box);
        if (scrolls(overflowX) || clipPath !== 'none') return false;
        const edge = box.getBoundingClientRect();
        const isBeyond = right > edge.right + tolerance || left < edge.left - tolerance;
        if (box !== document.body && clips(overflowX) && isBeyond) return true;
        if (position === 'fixed') break;
      }
      return right > innerWidth + tolerance || left < -tolerance;
    };
    const controls = 'a[href], button, input, select, textarea, summary, [role="button"]';
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        if (element.closest('[aria-hidden="true"], .skip-link')) return false;
        // Smaller elements are for screen readers only.
        return element.getBoundingClientRect().width > 1 && isCutOff(element);
      })
      .map((element) => {
        const { left, right } = element.getBoundingClientRect();
        const from = Math.round(left);
        return `${element.outerHTML.slice(0, 120)} stands from ${from} to ${Math.round(right)}`;
      });
  });
  expect(outside).toEqual([]);
}

/**
 * Expects that no text is cut off by a box that is too small or by the screen's edge. Texts that
 * are intentionally clamped to some lines, and those for screen readers only, are left out.
 */
export async function expectNoCutText(page: Page): Promise<void> {
  await painted(page);
  await expectNoTextCutNow(page);
}

async function expectNoTextCutNow(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const tolerance = 2;
    const isHiddenOnPurpose = (element: Element): boolean => {
      for (let box: Element | null = element; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        // Purely visual and above the page: a tooltip, positioned before the size changed.
        if (box.getAttribute('aria-hidden') === 'true') return true;
        const isForScreenReaders = style.clipPath !== 'none' || style.clip !== 'auto';
        if (isForScreenReaders || style.webkitLineClamp !== 'none') return true;
        if (box.classList.contains('skip-link')) return true;
      }
      return false;
    };
    const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

    function problemOf(element: Element, text: DOMRect): string | null {
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const isBody = box === document.body || box === document.documentElement;
        const isTooWide = text.right > edge.right + tolerance || text.left < edge.left - tolerance;
        const isTooHigh = text.bottom > edge.bottom + tolerance || text.top < edge.top - tolerance;
        if (!isBody && clips(overflowX) && isTooWide) return 'is cut at the side';
        if (!isBody && clips(overflowY) && isTooHigh) return 'is cut above or below';
        if (scrolls(overflowX) || scrolls(overflowY)) return null; // Can be scrolled into view.
        if (position === 'fixed') break;
      }
      const isOffScreen = text.right > innerWidth + tolerance || text.left < -tolerance;
      return isOffScreen ? 'runs over the edge of the screen' : null;
    }

    const problems = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      const content = node.textContent?.trim();
      if (!element || !content || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (isHiddenOnPurpose(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const problem = problemOf(element, line);
        if (problem)
          problems.add(
            `"${content.slice(0, 60)}" ${problem} (${Math.round(line.left)} to ${Math.round(line.right)})`,
          );
      }
    }
    return [...problems];
  });
  expect(cut).toEqual([]);
}

/**
 * Expects that no word is broken for lack of space, and no text overlaps another. A word that is
 * wider than the screen with its margins has to break; text that is no word (an address, a code)
 * may.
 */
export async function expectWholeWords(page: Page): Promise<void> {
  await painted(page);
  const problems = await page.evaluate((margins) => {
    interface Line {
      text: string;
      element: Element;
      box: { top: number; bottom: number; left: number; right: number };
    }
    const heightOf = ({ top, bottom }: Line['box']) => bottom - top;
    const lines: Line[] = [];
    const torn = new Set<string>();
    const isAbove = (element: Element): boolean => {
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { position, zIndex, opacity } = getComputedStyle(box);
        if (['fixed', 'sticky'].includes(position) || opacity === '0') return true;
        if (position === 'absolute' && zIndex !== 'auto') return true;
        if (box.getAttribute('aria-hidden') === 'true' || box.classList.contains('skip-link'))
          return true;
      }
      return false;
    };
    const piecesOf = (node: Node, start: number, length: number): DOMRect[] => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + length);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    };
    /** The part of a text that the boxes around it leave visible. */
    const windowOf = (element: Element) => {
      const seen = { top: -Infinity, bottom: Infinity, left: -Infinity, right: Infinity };
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (box === document.body || getComputedStyle(box).overflowY === 'visible') continue;
        const edge = box.getBoundingClientRect();
        seen.top = Math.max(seen.top, edge.top);
        seen.bottom = Math.min(seen.bottom, edge.bottom);
        seen.left = Math.max(seen.left, edge.left);
        seen.right = Math.min(seen.right, edge.right);
      }
      return seen;
    };
    const isForScreenReaders = (element: Element): boolean =>
      element.closest('.sr-only') !== null || getComputedStyle(element).clipPath !== 'none';
    const dialog = document.querySelector('[role="dialog"][data-state="open"], dialog[open]');
    const texts = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (isForScreenReaders(element)) continue;
      const content = node.textContent ?? '';
      const seen = windowOf(element);
      // A no-break space, as within an amount, joins the text around it.
      for (const { 0: joined, index: start } of content.matchAll(/[^ \n\t]+/g)) {
        if (/[@/_]|[^.]\.[^.]|\p{L}\d|\d\p{L}/u.test(joined)) continue;
        const pieces = piecesOf(node, start, joined.length);
        const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
        if (width > innerWidth - margins) continue;
        for (const { 0: word, index } of joined.matchAll(/\p{L}[\p{L}\p{M}’']*/gu)) {
          const rows = piecesOf(node, start + index, word.length)
            .filter(({ top, bottom }) => top < seen.bottom - 2 && bottom > seen.top + 2)
            .map(({ top }) => Math.round(top));
          if (new Set(rows).size > 1)
            torn.add(`"${word}" of "${element.textContent?.trim().slice(0, 40)}" is torn`);
        }
      }
      if (isAbove(element)) continue;
      if (content.trim())
        for (const piece of piecesOf(node, 0, content.length)) {
          const box = {
            top: Math.max(piece.top, seen.top),
            bottom: Math.min(piece.bottom, seen.bottom),
            left: Math.max(piece.left, seen.left),
            right: Math.min(piece.right, seen.right),
          };
          if (box.right > box.left && box.bottom > box.top)
            lines.push({ text: content.trim().slice(0, 40), element, box });
        }
    }
    const covered = new Set<string>();
    for (const [index, first] of lines.entries())
      for (const second of lines.slice(index + 1)) {
        const width =
          Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
        const height =
          Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
        const smaller = Math.min(heightOf(first.box), heightOf(second.box));
        // Lines of one text overlap a little.
        if (first.element !== second.element && width > 2 && height > smaller / 2)
          covered.add(`"${first.text}" lies on "${second.text}"`);
      }
    return [...torn, ...covered];
  }, MARGINS);
  expect(problems).toEqual([]);
}

/** Sets the text size, as a visitor does who needs large text. */
export const setTextSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
