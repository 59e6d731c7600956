import { expect, type Page } from '@playwright/test';
import { flowLanguages } from './support/flows';
import { test } from './support/test';
import { checkoutPath } from './support/visit';
import { freshNumber, PHONE } from './support/voter';

/**
 * Simulates the browser's translator for as long as the page lives: texts become other elements.
 */
function translate(): void {
  const isOurs = (node: Node): boolean =>
    node.parentElement?.closest('[translate="no"], font, script, style') === null;
  const change = (root: Node): void => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const node of found.filter((node) => node.textContent?.trim() && isOurs(node))) {
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.textContent = `${node.textContent?.replace(/\p{L}/gu, 'x')}`;
      node.parentNode?.replaceChild(outer, node);
    }
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of addedNodes.length > 0 ? addedNodes : [target])
        if (node.isConnected)
          change(node.nodeType === Node.TEXT_NODE ? (node.parentNode ?? node) : node);
  });
  addEventListener('load', () => {
    change(document.body);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/**
 * Names, codes and amounts that a translator would change; an artist's own texts may be translated.
 */
const findTranslatable = (page: Page, { words, except }: { words: string[]; except: string[] }) =>
  page.evaluate(
    ([wanted, excused]) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const translatable: string[] = [];
      while (texts.nextNode()) {
        const { parentElement: element, textContent } = texts.currentNode;
        const content = textContent?.trim() ?? '';
        if (!element?.checkVisibility() || element.closest('[translate="no"]')) continue;
        const isSum = /\d\s?(F?CFA|\$)|\$\s?\d/.test(content);
        if (excused.includes(content)) continue;
        if (isSum || wanted.some((word) => content.includes(word))) translatable.push(content);
      }
      return translatable;
    },
    [words, except] as const,
  );

for (const language of flowLanguages('fr')) {
  test(`names, codes and amounts are excluded from translation (${language})`, async ({
    visitor,
    demo,
  }) => {
    const { page, texts } = await visitor({ language, ...PHONE });
    const { name, bio, bioFr } = demo.artist;
    const [paid] = demo.paidPayments;
    if (!paid) throw new Error('This is not the demo’s data.');
    const words = [name, paid.receiptCode];
    const except = [bio?.trim() ?? '', bioFr?.trim() ?? ''];
    const screens = {
      '/categories': page.getByRole('article'),
      [`/category/${demo.category.id}`]: page.getByRole('article'),
      [`/share/${demo.shareLink}`]: page.getByRole('article'),
      '/a/junior-kasanji': page.getByRole('dialog').getByRole('heading', { level: 2, name }),
      [checkoutPath(demo)]: page.getByRole('spinbutton'),
      [`/my-receipts?code=${paid.receiptCode}`]: page
        .getByRole('dialog')
        .getByText(paid.receiptCode),
      '/a/junior-kasanji/posters': page.getByRole('heading', { level: 1 }),
      '/count': page.getByRole('button', { name: texts.count.recount.start }),
    };
    const translatable: Record<string, string[]> = {};
    for (const [path, content] of Object.entries(screens)) {
      await page.goto(path);
      await expect(content.first()).toBeVisible();
      const found = await findTranslatable(page, { words, except });
      if (found.length > 0) translatable[path] = found;
    }
    expect(translatable).toEqual({});
  });

  test(`a translated page can vote, and its totals stay right (${language})`, async ({
    visitor,
    demo,
  }) => {
    const visit = await visitor({ language, ...PHONE });
    const { page, texts } = visit;
    await page.addInitScript(translate);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`/category/${demo.category.id}`);
    await expect(page.locator('font').first()).toBeAttached();
    const card = page.getByRole('article', { name: demo.artist.name });
    await card.getByRole('link').click();
    const name = page.getByRole('heading', { level: 1 });
    await expect(name).toHaveText(demo.artist.name);
    const votes = page.getByRole('spinbutton');
    await expect(votes).toHaveCount(4);
    for (const field of await votes.all()) await field.fill('0');
    await votes.first().fill('7');
    await expect(page.locator('.pay-bar [translate="no"]')).toContainText(/7\D.*700/);
    await page
      .getByLabel(texts.checkout.mobileMoney.phone.label.replace(/\p{L}/gu, 'x'))
      .fill(freshNumber('06'));
    await page.locator('.pay-bar button').click();
    await expect(
      page.getByRole('dialog').getByRole('heading', { name: demo.artist.name }),
    ).toBeVisible();
    // A page that was changed before hydration is rendered again, which React reports as an error.
    expect(errors.filter((error) => !error.includes('#418'))).toEqual([]);
  });
}
