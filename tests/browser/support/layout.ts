import { expect, type Page } from '@playwright/test';

/** Smallest side of what a finger has to hit, in CSS pixels. */
const TOUCH_TARGET = 44;
const MAX_LAYOUT_SHIFT = 0.02;

declare global {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
}

/** After a change of size, container units follow only with the next frame: judge what is painted. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/** Nothing may make the page wider than the screen that shows it. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await painted(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels that the page is too wide').toBe(0);
}

/**
 * What moved by itself since the page was opened, and how far. Browsers take what moves within half
 * a second of a press for its effect; a slow machine takes longer.
 * @param until how long to watch: to the first press, where all that comes later is its effect
 */
export async function expectStillLayout(
  page: Page,
  until: 'now' | 'first press' = 'now',
): Promise<void> {
  const { shift, moves } = await page.evaluate(async (end) => {
    // Told with the frame that answers it, which a slow machine may not have painted yet.
    const firstPress = () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) resolve(startTime);
        });
        observer.observe({ type: 'first-input', buffered: true });
      });
    const endsAt = end === 'first press' ? await firstPress() : Number.POSITIVE_INFINITY;
    const observed = await new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      // Where nothing moved there is nothing to report: the observer would stay silent.
      requestAnimationFrame(() => resolve(observer.takeRecords()));
    });
    const shifts = (observed as LayoutShift[]).filter(
      ({ hadRecentInput, startTime }) => !hadRecentInput && startTime < endsAt,
    );
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    return {
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      moves: shifts.flatMap(({ value, startTime, sources }) =>
        sources.map(({ node, previousRect, currentRect }) => {
          const what = node instanceof Element ? node.outerHTML : node?.textContent;
          return `${value} at ${startTime}: ${place(previousRect)} → ${place(currentRect)} ${what?.slice(0, 120)}`;
        }),
      ),
    };
  }, until);
  expect(shift, `cumulative layout shift\n${moves.join('\n')}`).toBeLessThan(MAX_LAYOUT_SHIFT);
}

/** Links within a sentence are as high as its line (WCAG 2.5.8 excepts them too). */
export async function expectTouchableTargets(page: Page): Promise<void> {
  const tooSmall = await page.evaluate((smallest) => {
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
  }, TOUCH_TARGET);
  expect(tooSmall).toEqual([]);
}

/** All of it can be read: nothing runs out of the screen or of its box. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectNoTextCutNow(page);
}

/**
 * No text may be cut off by a box that is too small or by the screen's edge. Texts that are clamped
 * to some lines on purpose, and those for screen readers only, are left out.
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
        // Drawn for the eyes over what is there: a tooltip, placed before the size changed.
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
        if (scrolls(overflowX) || scrolls(overflowY)) return null; // can be scrolled to
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

/** As a visitor does who needs large letters. */
export const setTextSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
