import { expect, type Page } from '@playwright/test';
import { pdfText } from './support/pdf-text';
import { test } from './support/test';
import { LAPTOP, PHONE } from './support/voter';

const withoutSpaces = (text: string) => text.replace(/\s+/g, '');

/** The text that a printer would get of the page. */
const printed = async (page: Page): Promise<string> => pdfText(await page.pdf({ format: 'A4' }));

for (const size of [PHONE, LAPTOP]) {
  const setup = { language: 'fr', ...size } as const;
  test.describe(`on paper, from ${size.width} px`, () => {
    test('a receipt has all its details', async ({ visitor, demo }) => {
      const { page, texts } = await visitor(setup);
      const [paid] = demo.paidPayments;
      await page.goto(`/my-receipts?code=${paid!.receiptCode}`);
      await expect(page.getByRole('dialog').getByText(paid!.receiptCode)).toBeVisible();
      const text = await printed(page);
      expect(text).toContain(paid!.receiptCode);
      expect(text).toContain(withoutSpaces(demo.artist.name));
      expect(text).not.toContain(withoutSpaces(texts.receipts.intro));
    });

    test('the books contain their days', async ({ administrator }) => {
      const { page, texts } = await administrator(setup, '/admin/books');
      await expect(page.getByText(texts.books.overall.right)).toBeVisible();
      const text = await printed(page);
      expect(text).toContain(withoutSpaces(texts.books.overall.right));
      expect(text).toContain(withoutSpaces(texts.books.monthTotal));
    });

    test('posters contain the name of the artist', async ({ visitor, demo }) => {
      const { page } = await visitor(setup);
      await page.goto(`/a/${demo.artist.id}/posters`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(demo.artist.name);
      expect(await printed(page)).toContain(withoutSpaces(demo.artist.name));
    });
  });
}
