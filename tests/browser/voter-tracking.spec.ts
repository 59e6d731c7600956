import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { AdminPaymentHistory, Settlement } from '#shared/contracts/admin-payments';
import { UNATTENDED_HEADER } from '#shared/domain/sign-in';
import { chooseAdministrator, followAdminLink } from './support/administrator';
import { expectNoViolations } from './support/axe';
import { FLOW_VOTERS } from './support/flows';
import { expectNoCutText, expectNoSidewaysScroll, expectTouchableTargets } from './support/layout';
import { MISPLACED_HISTORY, pressAct, TRACKING } from './support/states/admin-tracking';
import { type NewAdministrator, test } from './support/test';
import { fillIn } from './support/texts';
import { amendConfig, answer, suspendTimers, toastIn } from './support/visit';
import { EVERY_VOTER, LAPTOP } from './support/voter';

const TRACKING_API = '**/api/voter-tracking?*';

const DAY_MS = 86_400_000;
const dayBeforeYesterday = (): string =>
  new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);

test('a page that refreshes itself does not extend the session, and shows no payments after it ended', async ({
  visitor,
}) => {
  const { page, texts } = await visitor({ language: 'en', ...LAPTOP });
  await page.clock.install();
  await page.goto('/api/login?returnTo=/admin/voter-tracking');
  await chooseAdministrator(page);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows.first()).toBeVisible();

  /** For each refresh, whether the page was unattended. */
  const refreshes: boolean[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/api/voter-tracking?')) return;
    refreshes.push(request.headers()[UNATTENDED_HEADER.toLowerCase()] !== undefined);
  });
  // The next refresh is scheduled when the response to the last one arrives, which cannot be
  // observed.
  await expect
    .poll(async () => {
      await page.clock.fastForward(61_000);
      return refreshes.at(-1);
    })
    .toBe(true);
  const unattended = refreshes.length;
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift');
      await page.clock.fastForward(30_000);
      return refreshes.length;
    })
    .toBeGreaterThan(unattended);
  expect(refreshes.slice(unattended)).not.toContain(true);

  await answer(page, TRACKING_API, { code: 'unauthorized', message: 'Unauthorized' }, 401);
  await expect
    .poll(async () => {
      await page.clock.fastForward(61_000);
      return page.getByText(texts.admin.loadError.signedOut).isVisible();
    })
    .toBe(true);
  await expect(rows).toHaveCount(0);
  // Only now: the page shows the payments, and no link, as soon as a refresh succeeds.
  await page.route('**/api/login?*', async (route) => {
    await page.unroute(TRACKING_API);
    await route.fallback();
  });
  await page.getByRole('main').getByRole('link', { name: texts.common.login }).click();
  await expect(page).toHaveURL(/\/admin\/voter-tracking$/);
  await expect(rows.first()).toBeVisible();
});

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  const isPhone = width < 768;

  test.describe(`${language}, ${width} px`, () => {
    test('an administrator finds, copies, exports and opens payments', async ({
      visitor,
      demo,
    }) => {
      const visit = await visitor(setup);
      const { page, texts } = visit;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const { tracking } = texts;
      await page.goto('/api/login?returnTo=/admin/voter-tracking');
      await chooseAdministrator(page);
      await expect(page).toHaveURL(/\/admin\/voter-tracking$/);

      const list = page.getByRole('table');
      const entries = list.locator('tbody tr');
      const act = (name: string) => pressAct(visit, name);
      await expect(entries).toHaveCount(50);
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
      await expectNoCutText(page);
      if (isPhone) await expectTouchableTargets(page);

      // Next and previous, and a page size that is stored: over past days, because other tests pay
      // now.
      await page.goto(`/admin/voter-tracking?to=${dayBeforeYesterday()}`);
      await page.getByLabel(tracking.pageSize).selectOption('20');
      await expect(entries).toHaveCount(20);
      const first = await entries.first().textContent();
      await page.getByRole('button', { name: tracking.page.next }).click();
      await expect(page.getByText(/^21–40 /)).toBeVisible();
      await page.getByRole('button', { name: tracking.page.previous }).click();
      await expect(entries.first()).toHaveText(first ?? '');
      await page.getByLabel(tracking.timezone.label).selectOption('UTC');
      await page.goto('/admin/voter-tracking');
      await expect(entries).toHaveCount(20);
      await expect(page.getByLabel(tracking.timezone.label)).toHaveValue('UTC');

      // The filters are part of the address; the search text is not, and is stored in the history
      // state.
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const search = page.getByRole('searchbox', { name: tracking.filter.search });
      await search.fill(demo.email.toUpperCase());
      await expect(entries).toHaveCount(3);
      await page.getByRole('button', { name: new RegExp(`^${tracking.filter.label}`) }).click();
      await page.getByRole('combobox', { name: tracking.filter.status }).selectOption('completed');
      await expect(entries).toHaveCount(2);
      await expect(page).toHaveURL(/\/admin\/voter-tracking\?status=completed$/);
      await page.reload();
      await expect(entries).toHaveCount(2);
      await followAdminLink({ page, texts }, texts.activity.title);
      await expect(page).toHaveURL(/\/admin\/activity$/);
      await page.goBack();
      await expect(search).toHaveValue(demo.email.toUpperCase());
      await expect(entries).toHaveCount(2);

      const download = page.waitForEvent('download');
      await act(tracking.export.action);
      await expect(toastIn(page, tracking.export.done)).toContainText('2');
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^voter-tracking-\d{4}-\d{2}-\d{2}\.csv$/);
      expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3);
      expect(asked.filter((url) => /fan-|search=/i.test(url))).toEqual([]);

      const { paymentId } = demo.paidPayments[0]!;
      await search.fill(paymentId);
      await expect(entries).toHaveCount(1);

      // The history of the payment.
      const opener = entries.getByRole('button', {
        name: tracking.table.open.replace('{{id}}', paymentId.slice(0, 8)),
      });
      const dialog = page.getByRole('dialog');
      // On a phone values can be copied and links followed in the dialog, elsewhere also in the
      // row.
      if (isPhone) await opener.click();
      const container = isPhone ? dialog : entries;
      const receipt = container.getByRole('link', { name: tracking.table.newTab }).first();
      await expect(receipt).toHaveAttribute('target', '_blank');
      await expect(receipt).toHaveAttribute('href', /^\/my-receipts\?code=\w+$/);
      await container.getByRole('button', { name: paymentId }).click();
      await expect(toastIn(page, tracking.copy.done)).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(paymentId);

      if (!isPhone) await opener.click();
      await expect(dialog.getByText(tracking.history.event.completed)).toBeVisible();
      await expect(dialog.getByText(demo.artist.name).first()).toBeVisible();
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
      await expectNoCutText(page);
      // Escape would first close the toast about the copied value, while it is shown.
      await dialog.getByRole('button', { name: texts.common.close, exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();

      // When nothing matches, the page says so, and there is nothing to export.
      await search.fill('nobody@example.com');
      await expect(page.getByText(tracking.noMatch.heading)).toBeVisible();
      const alert = page.waitForEvent('dialog');
      const pressed = act(tracking.export.action);
      expect((await alert).message()).toBe(tracking.export.nothing);
      await (await alert).accept();
      await pressed;
      // On a phone the actions are still open above it: a press elsewhere closes them.
      await page.getByRole('heading', { level: 1 }).click();
      await page.getByRole('button', { name: tracking.filter.reset }).click();
      await expect(entries).toHaveCount(20);
      await expect(page).toHaveURL(/\/admin\/voter-tracking$/);

      const none = { checked: 0, updated: 0, left: 0, others: 60 };
      await answer(page, '**/api/admin/check-*-payments', none);
      await answer(page, '**/api/admin/check-campay-payments', { ...none, checked: 3, updated: 2 });
      await act(tracking.check.action);
      await expect(toastIn(page, tracking.check.done)).toContainText(/3\D+2\D+1\D+60/);
      await page.unrouteAll();
      await page.route('**/api/admin/check-*-payments', (route) => route.abort());
      await act(tracking.check.action);
      await expect(toastIn(page, tracking.error.title)).toContainText(tracking.check.failed);

      await answer(page, TRACKING_API, { code: 'unavailable', message: 'for machines' }, 503);
      await page.reload();
      await expect(page.getByText(tracking.error.heading)).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: texts.common.retry }).click();
      await expect(entries).toHaveCount(20);
    });
  });
}

test('pending payments are checked at every provider, of which one cannot be reached', async ({
  administrator,
}) => {
  const visit = await administrator(EVERY_VOTER[0]!, '/admin');
  const { page, texts } = visit;
  const { check } = texts.tracking;
  await amendConfig(page, (config) => ({
    ...config,
    mobileMoneyProviders: ['campay', 'mtn-momo', 'fapshi'],
  }));
  const counted = { updated: 2, left: 0, others: 60 };
  await answer(page, '**/api/admin/check-campay-payments', { ...counted, checked: 3 });
  await answer(page, '**/api/admin/check-fapshi-payments', { ...counted, checked: 4 });
  await page.route('**/api/admin/check-mtn-momo-payments', (route) => route.abort());
  await page.goto('/admin/voter-tracking');
  await pressAct(visit, check.action);
  const done = toastIn(page, check.done);
  await expect(done).toContainText(/7\D+4\D+3\D+60/);
  await expect(done).toContainText(fillIn(check.unreached, { providers: 'MTN MoMo' }));
});

test('fifty payments are shown in the time zone of Lagos at first, and are refetched each minute', async ({
  administrator,
}) => {
  const setup = EVERY_VOTER[1]!;
  const { page, texts } = await administrator(setup, '/admin?tab=analytics');
  let readings = 0;
  await page.route(TRACKING_API, (route) => {
    readings += 1;
    return route.fallback();
  });
  await page.clock.install();
  await page.goto('/admin/voter-tracking');
  await expect(page.locator('tbody tr')).toHaveCount(50);
  await expect(page.getByLabel(texts.tracking.timezone.label)).toHaveValue('WAT');
  await expect(page.getByLabel(texts.tracking.pageSize)).toHaveValue('50');
  const before = readings;
  await page.clock.fastForward(60_000);
  await expect.poll(() => readings).toBe(before + 1);
});

test('a card payment is refunded after a confirmation', async ({ administrator }) => {
  // From a past day, because other tests pay now.
  const { page, texts } = await administrator(
    EVERY_VOTER[1]!,
    `/admin/voter-tracking?provider=card&status=completed&to=${dayBeforeYesterday()}`,
  );
  const { tracking } = texts;
  await page.locator('tbody tr').first().getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: tracking.refund.action }).click();
  await expect(dialog.getByRole('button', { name: tracking.refund.cancel })).toBeFocused();
  await expectNoViolations(page);
  await answer(page, '**/api/admin/payments/*/refund', { status: 'pending' });
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(toastIn(page, tracking.refund.requested.title)).toBeVisible();
});

const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr');

/** Number of rows visible without scrolling, and the position of the first one. */
const rowsInSight = (page: Page) =>
  rowsOf(page).evaluateAll((rows) => {
    const boxes = rows.map((row) => row.getBoundingClientRect());
    return {
      inSight: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      top: boxes[0]?.top ?? Number.POSITIVE_INFINITY,
    };
  });

for (const [index, setup] of FLOW_VOTERS.entries()) {
  test(`a supporter corrects an e-mail and sends the payment in words, ${setup.language} ${index}`, async ({
    administrator,
  }) => {
    const { page, texts } = await administrator(
      setup,
      `/admin/voter-tracking?status=completed&provider=card&to=${dayBeforeYesterday()}`,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { receiptEmail, words } = texts.tracking;
    await page
      .getByRole('main')
      .locator('button[aria-haspopup="dialog"]')
      .nth(index + 2)
      .click();
    const dialog = page.getByRole('dialog');

    const copied = (name: string) =>
      dialog
        .getByRole('button', { name, exact: true })
        .click()
        .then(() => page.evaluate(() => navigator.clipboard.readText()));
    expect(await copied(words.copy.en)).toMatch(/^Your payment of .* There is nothing left to do/);
    expect(await copied(words.copy.fr)).toMatch(/^Votre paiement de .* Il n’y a plus rien à faire/);

    await dialog.getByRole('button', { name: receiptEmail.correct, exact: true }).click();
    const field = dialog.getByLabel(receiptEmail.email);
    await field.fill('fan@example');
    await dialog.getByRole('button', { name: receiptEmail.send }).click();
    await expect(dialog.getByRole('alert')).toHaveText(receiptEmail.failed.validation);
    const address = `right-${setup.language}@example.cm`;
    await field.fill(address);
    await dialog.getByRole('button', { name: receiptEmail.send }).click();
    await expect(toastIn(page, receiptEmail.done.title)).toBeVisible();
    await expect(dialog.getByText(address)).toBeVisible();
    await dialog.getByRole('button', { name: receiptEmail.again }).click();
    const [tooOften = ''] = receiptEmail.failed.tooOften.split('{{');
    await expect(toastIn(page, texts.tracking.error.title)).toContainText(tooOften);

    // The voter asks for it by the receipt code.
    const link = dialog.getByRole('link').first();
    const code = ((await link.getAttribute('href')) ?? '').split('code=')[1] ?? '';
    await page.goto('/my-receipts');
    await page.getByText(texts.receipts.again.heading).click();
    await page.getByLabel(texts.receipts.again.code).fill(`#${code.toLowerCase()}`);
    await page.getByRole('button', { name: texts.receipts.again.submit }).click();
    await expect(toastIn(page, texts.receipts.again.done.title)).toBeVisible();
  });
}

test('twelve payments are visible on a laptop, and on a phone the first is near the top', async ({
  administrator,
}) => {
  const { page } = await administrator(EVERY_VOTER[1]!, '/admin/voter-tracking');
  await page.setViewportSize({ width: 1_280, height: 800 });
  await expect(rowsOf(page)).toHaveCount(50);
  expect((await rowsInSight(page)).inSight).toBeGreaterThanOrEqual(12);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(50);
  expect((await rowsInSight(page)).top).toBeLessThanOrEqual(500);
  // Two lines for each payment, with all of its columns.
  const rows = await rowsOf(page).evaluateAll((all) =>
    all.map((row) => ({
      height: row.clientHeight,
      texts: [...row.querySelectorAll('td')].filter(
        (cell) => cell.textContent.trim() && cell.getBoundingClientRect().right <= innerWidth,
      ).length,
    })),
  );
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThan(76);
  expect(Math.min(...rows.map(({ texts }) => texts))).toBeGreaterThanOrEqual(5);
});

test('views are one press away, and saved ones are stored on this device', async ({
  administrator,
}) => {
  const { page, texts } = await administrator(EVERY_VOTER[1]!, '/admin/voter-tracking');
  const { view, filter } = texts.tracking;
  const chips = page.getByRole('navigation', { name: view.label });
  const chip = (name: string) => chips.getByRole('link', { name, exact: true });
  await expect(chip(view.all)).toHaveAttribute('aria-current', 'true');
  for (const [name, address] of [
    [view.today, 'from=today'],
    [view.look, 'look=needed'],
    [view.refunds, 'look=refunds'],
    [view.declined, 'look=declined'],
  ] as const) {
    const answered = page.waitForResponse((response) => response.url().includes('voter-tracking?'));
    await chip(name).click();
    expect((await answered).status()).toBe(200);
    await expect(page).toHaveURL(new RegExp(`\\?${address}$`));
    await expect(chip(name)).toHaveAttribute('aria-current', 'true');
  }
  await expect(page.getByText(texts.tracking.state.failed, { exact: true }).first()).toBeVisible();

  await page.goto('/admin/voter-tracking?provider=card&status=completed');
  await page.getByRole('button', { name: view.keep }).click();
  await page.getByRole('textbox', { name: view.name }).fill('Paid cards');
  await page.keyboard.press('Enter');
  await expect(chip('Paid cards')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('button', { name: filter.reset })).toBeHidden();
  await page.goto('/admin/voter-tracking');
  await chip('Paid cards').click();
  await expect(page).toHaveURL(/\?provider=card&status=completed$/);
  await chips.getByRole('button', { name: view.forget.replace('{{name}}', 'Paid cards') }).click();
  await expect(chip('Paid cards')).toBeHidden();
});

test('columns are chosen, widened by keys, sorted, and stored', async ({ administrator }) => {
  const { page, texts } = await administrator(
    EVERY_VOTER[1]!,
    `/admin/voter-tracking?to=${dayBeforeYesterday()}`,
  );
  const { columns, table } = texts.tracking;
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(header(table.artist)).toBeVisible();
  await expect(header(table.deviceTime)).toBeHidden();
  await page.locator('summary', { hasText: columns.label }).click();
  await page.getByRole('checkbox', { name: table.deviceTime }).check();
  await page.getByRole('checkbox', { name: table.artist }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: table.artist })).toBeHidden();

  const edge = page.getByRole('separator', { name: columns.width.replace('{{name}}', table.id) });
  await edge.focus();
  const widthOf = async () => (await header(table.id).boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(widthOf).toBeGreaterThan(before + 16);

  const newest = await rowsOf(page).first().textContent();
  await header(table.created).getByRole('button').click();
  await expect(header(table.created)).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowsOf(page).first()).not.toHaveText(newest ?? '');
  await page.reload();
  await expect(header(table.created)).toHaveAttribute('aria-sort', 'ascending');
  await expect(header(table.deviceTime)).toBeVisible();
  await expect(header(table.artist)).toBeHidden();
  await expectNoViolations(page);
});

test('new rows after a refresh are marked, and announced once', async ({ administrator }) => {
  const { page, texts } = await administrator(EVERY_VOTER[1]!, '/admin?tab=analytics');
  const [first, ...others] = TRACKING.recentPayments;
  await answer(page, TRACKING_API, { ...TRACKING, recentPayments: others });
  await page.goto('/admin/voter-tracking');
  await expect(rowsOf(page)).toHaveCount(others.length);
  await expect(page.locator('tr[data-new]')).toHaveCount(0);
  await answer(page, TRACKING_API, TRACKING);
  await page.getByRole('button', { name: texts.tracking.fresh.refresh }).click();
  await expect(page.locator('tr[data-new]')).toHaveCount(1);
  await expect(page.locator('tr[data-new]')).toContainText(first!.id.slice(0, 8));
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: texts.tracking.fresh.added_one.replace(/.*}} /, '') }),
  ).toHaveCount(1);
});

test('the export for accounting is in the chosen time zone', async ({ administrator }) => {
  const { page, texts } = await administrator(
    EVERY_VOTER[1]!,
    `/admin/voter-tracking?provider=card&status=completed&to=${dayBeforeYesterday()}`,
  );
  await page.getByLabel(texts.tracking.timezone.label).selectOption('PT');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: texts.tracking.export.accounting }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^accounting-\d{4}-\d{2}-\d{2}\.csv$/);
  const [titles, line] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(titles).toContain('Completed At (America/Los_Angeles)');
  expect(line).toMatch(/,\d+,\d+\.\d{2},USD$/);
});

test('an action right after typing uses what was typed', async ({ administrator, demo }) => {
  const visit = await administrator(EVERY_VOTER[1]!, '/admin?tab=analytics');
  const { tracking } = visit.texts;
  // The debounce never ends.
  await suspendTimers(visit.page, 300);
  await visit.page.goto('/admin/voter-tracking');
  const rows = rowsOf(visit.page);
  const search = visit.page.getByRole('searchbox', { name: tracking.filter.search });
  const exported = async () => {
    const asked = visit.page.waitForRequest(/\/api\/admin\/payments\.csv/);
    const download = visit.page.waitForEvent('download');
    await pressAct(visit, tracking.export.action);
    await download;
    return (await asked).postDataJSON();
  };
  await expect(rows).toHaveCount(50);
  await search.fill(demo.email);
  expect(await exported()).toEqual({ search: demo.email });
  await search.press('Enter');
  await expect(rows).toHaveCount(3);
  await search.fill('');
  expect(await exported()).toBeNull();

  // Typed text is discarded by a reset, and applied together with a chosen filter.
  const chips = visit.page.getByRole('navigation', { name: tracking.view.label });
  await search.fill('nobody@example.com');
  await chips.getByRole('link', { name: tracking.view.declined, exact: true }).click();
  await expect(visit.page).toHaveURL(/\?look=declined$/);
  await expect(search).toHaveValue('');
  await search.fill('nobody@example.com');
  await visit.page.getByRole('button', { name: tracking.filter.reset }).click();
  await expect(search).toHaveValue('');
  await search.fill(demo.email);
  await visit.page.getByRole('button', { name: new RegExp(`^${tracking.filter.label}`) }).click();
  await visit.page
    .getByRole('combobox', { name: tracking.filter.status })
    .selectOption('completed');
  await expect(rows).toHaveCount(2);
  // No further change follows.
  await expect(visit.page).toHaveURL(/\?status=completed$/);

  // An incomplete day filters nothing: on blur the field shows the current filter.
  const from = visit.page.getByLabel(tracking.filter.from);
  const isHalf = () => from.evaluate((field: HTMLInputElement) => field.validity.badInput);
  await from.pressSequentially('0101');
  expect(await isHalf()).toBe(true);
  await from.blur();
  expect(await isHalf()).toBe(false);
});

const REFERENCE = 'c2a4378d-e0c2-4438-9b3f-5a1de7c90f11';
const REASON = 'The voter has sent the SMS of the operator.';

/** The history of a payment whose money names another one, with the action to attach open. */
async function openAttach(administrator: NewAdministrator) {
  const { page, texts } = await administrator(
    EVERY_VOTER[1]!,
    `/admin/voter-tracking?to=${dayBeforeYesterday()}`,
  );
  const { settle } = texts.tracking;
  const history: AdminPaymentHistory = { ...MISPLACED_HISTORY };
  await page.route('**/api/admin/payments/*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    return route.fulfill({ json: { ...history, payment: { ...history.payment, id } } });
  });
  await page.locator('tbody tr').first().getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: settle.action.attach }).click();
  const fields = {
    providerRef: dialog.getByRole('textbox', { name: settle.providerRef }),
    reason: dialog.getByRole('textbox', { name: settle.reason }),
  };
  await expect(fields.providerRef).toBeFocused();
  return { page, dialog, tracking: texts.tracking, history, fields };
}

const SETTLE_API = '**/api/admin/payments/*/settle';

test('money is attached to its payment with a reference and a reason, after a confirmation', async ({
  administrator,
}) => {
  const { page, dialog, tracking, history, fields } = await openAttach(administrator);
  const { settle, look } = tracking;
  const continueButton = dialog.getByRole('button', { name: settle.continue });
  await continueButton.click();
  await expect(fields.providerRef).toBeFocused();
  await fields.providerRef.fill(REFERENCE);
  await fields.reason.fill('  ');
  await continueButton.click();
  await expect(dialog.getByText(settle.reasonRequired)).toBeVisible();
  await expect(dialog.getByText(settle.providerRefRequired)).toBeHidden();
  await expect(fields.reason).toBeFocused();
  await fields.reason.fill(REASON);
  await continueButton.click();
  await expect(dialog.getByRole('button', { name: settle.back })).toBeFocused();

  const sent: Settlement[] = [];
  await page.route(SETTLE_API, (route) => {
    sent.push(route.request().postDataJSON());
    history.settlements = [];
    history.flags = history.flags.map((raised) => ({
      ...raised,
      resolvedAt: raised.raisedAt,
      resolution: 'attached',
      reason: REASON,
    }));
    return route.fulfill({ json: { status: 'completed' } });
  });
  await dialog.getByRole('button', { name: settle.confirm.attach }).click();
  await expect(toastIn(page, settle.done.attach)).toContainText(settle.outcome.attach.completed);
  expect(sent).toEqual([{ act: 'attach', providerRef: REFERENCE, reason: REASON }]);
  await expect(dialog.getByRole('heading', { name: look.settled })).toBeVisible();
  await expect(dialog.getByText(look.resolution.attached)).toBeVisible();
  await expect(dialog.getByText(REASON)).toBeVisible();
  await expect(dialog.getByRole('button', { name: settle.action.attach })).toBeHidden();
});

test('a reference that belongs to another payment is reported, and nothing typed is lost', async ({
  administrator,
}) => {
  const { page, dialog, tracking, fields } = await openAttach(administrator);
  const { settle } = tracking;
  await answer(page, SETTLE_API, { code: 'reference-taken', message: 'for machines' }, 409);
  await fields.providerRef.fill(REFERENCE);
  await fields.reason.fill(REASON);
  await dialog.getByRole('button', { name: settle.continue }).click();
  await dialog.getByRole('button', { name: settle.confirm.attach }).click();
  await expect(toastIn(page, tracking.error.title)).toContainText(settle.failed['reference-taken']);
  await expect(fields.providerRef).toHaveValue(REFERENCE);
  await expect(fields.reason).toHaveValue(REASON);

  await dialog.getByRole('button', { name: settle.cancel }).click();
  await answer(page, '**/api/admin/payments/*/check', { isAnswered: false });
  await dialog.getByRole('button', { name: tracking.ask.action }).click();
  await expect(toastIn(page, tracking.ask.unanswered.title)).toBeVisible();
});
