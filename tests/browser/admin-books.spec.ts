import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import type { BookDay, Books } from '#shared/contracts/books';
import { ADMINISTRATOR, followAdminLink } from './support/administrator';
import { expectNoViolations } from './support/axe';
import { startPayment } from './support/demo';
import { FLOW_VOTERS } from './support/flows';
import { expectNoSidewaysScroll } from './support/layout';
import { test } from './support/test';
import { expectUsable } from './support/usable';
import { freshNumber } from './support/voter';

/** A separate day of the demo's history for each test, so that none closes what another closes. */
async function dayOf(page: Page, index: number): Promise<string> {
  const current: Books = await (await page.request.get('/api/admin/books')).json();
  const before = new Date(`${current.month}-01T00:00:00Z`);
  before.setUTCDate(0);
  const month = before.toISOString().slice(0, 7);
  const pastBooks: Books = await (await page.request.get(`/api/admin/books?month=${month}`)).json();
  const pastDays = [...current.days.filter(({ day }) => day < current.today), ...pastBooks.days];
  const day = pastDays[index + 2]?.day;
  if (!day) throw new Error('the demo has no such day');
  // A later result of the nightly job would replace what the test has opened.
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/admin/books/days/${day}`);
      const { comparisons }: BookDay = await answer.json();
      return comparisons.every(({ isUnderWay, state }) => !isUnderWay && state !== 'due');
    })
    .toBe(true);
  return day;
}

for (const [index, setup] of FLOW_VOTERS.entries()) {
  const { language, width } = setup;
  test(`an organiser goes through the books of a day, ${language}, ${width} px`, async ({
    administrator,
  }) => {
    const { page, texts } = await administrator(setup, '/admin');
    const { books } = texts;
    await followAdminLink({ page, texts }, books.title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(books.title);
    await expect(page.getByText(books.overall.right)).toBeVisible();
    await expectUsable(page);

    const day = await dayOf(page, index);
    await page.goto(`/admin/books?day=${day}`);
    const stripe = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { level: 3, name: 'Stripe', exact: true }),
    });
    // The sandbox has no data of the demo's past: payments of that time are unknown there.
    const compare = stripe.getByRole('button', { name: books.compare });
    await compare.click();
    // The nightly job has compared it before: its result is replaced.
    await expect(stripe).toContainText(ADMINISTRATOR);
    await expect(compare).toBeVisible(); // While it runs, the button has another name.
    const differences = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: books.reason['unknown-there'].title }),
    });
    const first = differences.first();
    await first.getByRole('button', { name: books.ask }).click();
    await expect(page.getByText(books.asked.unanswered.title).first()).toBeVisible();

    await first.getByRole('button', { name: books.close.action }).click();
    await first.getByRole('button', { name: books.close.confirm, exact: true }).click();
    await expect(first.getByText(books.close.noteMissing)).toBeVisible();
    const note = `The demo’s past, ${language} ${width}`;
    await first.getByLabel(books.close.note).fill(note);
    await first.getByRole('button', { name: books.close.confirm, exact: true }).click();
    await expect(page.getByText(note)).toBeVisible();
    await expectUsable(page);

    await page.getByRole('button', { name: books.closing.day }).click();
    await expect(page.getByText(books.closing.question)).toBeVisible();
    await page.getByRole('button', { name: books.closing.confirm }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: books.closing.report.pdf }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`books-${day}.pdf`);
    const pdf = await readFile(await download.path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: books.closing.report.csv }).click(),
    ]);
    expect(table.suggestedFilename()).toBe(`books-${day}.csv`);

    await page.goto('/admin/activity?kind=books');
    await expect(page.getByText(texts.activity.action['books-close']).first()).toBeVisible();
    await expectUsable(page);
  });
}

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test(`an organiser records a manual refund, ${language}, ${width} px`, async ({
    administrator,
    demo,
  }) => {
    const { page, texts } = await administrator(setup, '/admin/books');
    const { handRefund, history } = texts.tracking;
    const nominations = await page.request.get(`/api/nominations/artist/${demo.artist.id}`);
    // The sandbox approves a number like this one before it responds.
    const id = await startPayment(page.request, await nominations.json(), freshNumber('06'));
    await page.goto(`/admin/voter-tracking?payment=${id}`);
    const read = async (): Promise<AdminPaymentHistory> =>
      (await page.request.get(`/api/admin/payments/${id}`)).json();
    await expect.poll(async () => (await read()).payment.status).toBe('completed');
    await page.reload();
    await page
      .getByRole('button', { name: new RegExp(id.slice(0, 8)) })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: handRefund.action, exact: true }).click();

    await dialog.getByLabel(handRefund.amount).fill('1');
    await dialog.getByRole('button', { name: handRefund.continue, exact: true }).click();
    await expect(dialog.getByText(handRefund.problem.referenceMissing)).toBeVisible();
    const { amount } = (await read()).payment;
    await dialog.getByLabel(handRefund.amount).fill(String(amount));
    await dialog.getByLabel(handRefund.reference).fill(`OM-${language}-${width}`);
    await dialog.getByRole('button', { name: handRefund.continue, exact: true }).click();
    const question = dialog.locator('fieldset');
    await expect(question).toContainText(`OM-${language}-${width}`);
    await question.getByRole('button').last().click();

    await expect(dialog.getByRole('heading', { name: history.returned })).toBeVisible();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    expect(await read()).toMatchObject({
      payment: { status: 'failed', failureReason: 'refunded' },
      returned: [{ kind: 'by-hand', amount, reference: `OM-${language}-${width}` }],
    });
  });
}
