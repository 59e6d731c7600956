import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { AdminPaymentHistory, Settlement } from '#shared/contracts/admin-payments';
import { UNATTENDED_HEADER } from '#shared/domain/sign-in';
import { chooseAdministrator, followAdminLink } from './support/administrator';
import { expectNoViolations } from './support/axe';
import { expectNoCutText, expectNoSidewaysScroll, expectTouchableTargets } from './support/layout';
import { MISPLACED_HISTORY } from './support/states/admin-tracking';
import { type NewAdministrator, test } from './support/test';
import { answer, toastIn } from './support/visit';
import { EVERY_VOTER, LAPTOP } from './support/voter';

const TRACKING_API = '**/api/voter-tracking?*';

const DAY_MS = 86_400_000;
const dayBeforeYesterday = (): string =>
  new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);

test('a page that refreshes itself keeps nobody signed in, nor shows payments without', async ({
  visitor,
}) => {
  const { page, texts } = await visitor({ language: 'en', ...LAPTOP });
  await page.clock.install();
  await page.goto('/api/login?returnTo=/admin/voter-tracking');
  await chooseAdministrator(page);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows.first()).toBeVisible();

  /** Whether nobody was at the page, of each refresh. */
  const refreshes: boolean[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/api/voter-tracking?')) return;
    refreshes.push(request.headers()[UNATTENDED_HEADER.toLowerCase()] !== undefined);
  });
  // The next refresh is planned when the answer to the last one is there, and nobody sees when.
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
  await page.unroute(TRACKING_API);
  await page.getByRole('main').getByRole('link', { name: texts.common.login }).click();
  await expect(page).toHaveURL(/\/admin\/voter-tracking$/);
  await expect(rows.first()).toBeVisible();
});

for (const setup of EVERY_VOTER) {
  const { language, width } = setup;
  const isPhone = width < 768;

  test.describe(`${language}, ${width} px`, () => {
    test('an administrator finds, copies, exports and looks into payments', async ({
      visitor,
      demo,
    }) => {
      const { page, texts } = await visitor(setup);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const { tracking } = texts;
      await page.goto('/api/login?returnTo=/admin/voter-tracking');
      await chooseAdministrator(page);
      await expect(page).toHaveURL(/\/admin\/voter-tracking$/);

      const list = isPhone
        ? page.getByRole('list', { name: tracking.table.label, exact: true })
        : page.getByRole('table');
      const entries = isPhone ? list.getByRole('listitem') : list.locator('tbody tr');
      await expect(entries).toHaveCount(50);
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
      await expectNoCutText(page);
      if (isPhone) await expectTouchableTargets(page);

      // Next and previous, and a page size that is remembered: over days that are past, because
      // other tests pay now.
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

      // Filters stand in the address; whom one looks for stands in none, and is kept beside it.
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const search = page.getByRole('searchbox', { name: tracking.filter.search });
      await search.fill(demo.email.toUpperCase());
      await expect(entries).toHaveCount(3);
      await page.getByLabel(tracking.filter.status).selectOption('completed');
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
      await page.getByRole('button', { name: tracking.export.action }).click();
      await expect(toastIn(page, tracking.export.done)).toContainText('2');
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^voter-tracking-\d{4}-\d{2}-\d{2}\.csv$/);
      expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3);
      expect(asked.filter((url) => /fan-|search=/i.test(url))).toEqual([]);

      const receipt = list.getByRole('link').first();
      await expect(receipt).toHaveAttribute('target', '_blank');
      await expect(receipt).toHaveAttribute('href', /^\/my-receipts\?code=\w+$/);

      const { paymentId } = demo.paidPayments[0]!;
      await search.fill(paymentId);
      await expect(entries).toHaveCount(1);
      await entries.getByRole('button', { name: paymentId }).click();
      await expect(toastIn(page, tracking.copy.done)).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(paymentId);

      // The payment's history.
      const opener = entries.getByRole('button', {
        name: tracking.table.open.replace('{{id}}', paymentId.slice(0, 8)),
      });
      await opener.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(tracking.history.event.completed)).toBeVisible();
      await expect(dialog.getByText(demo.artist.name).first()).toBeVisible();
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
      await expectNoCutText(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();

      // Nothing matches: said so, and nothing to export.
      await search.fill('nobody@example.com');
      await expect(page.getByText(tracking.noMatch.heading)).toBeVisible();
      const alert = page.waitForEvent('dialog');
      const pressed = page.getByRole('button', { name: tracking.export.action }).click();
      expect((await alert).message()).toBe(tracking.export.nothing);
      await (await alert).accept();
      await pressed;
      await page.getByRole('button', { name: tracking.filter.reset }).click();
      await expect(entries).toHaveCount(20);
      await expect(page).toHaveURL(/\/admin\/voter-tracking$/);

      await answer(page, '**/api/admin/check-campay-payments', { checked: 3, updated: 2, left: 0 });
      await page.getByRole('button', { name: tracking.check.action }).click();
      await expect(toastIn(page, tracking.check.done)).toContainText(/3\D+2/);
      await page.unrouteAll();
      await page.route('**/api/admin/check-campay-payments', (route) => route.abort());
      await page.getByRole('button', { name: tracking.check.action }).click();
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

test('fifty payments stand on the clock of Lagos at first, and are read anew each minute', async ({
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

test('a card payment is refunded after one more question', async ({ administrator }) => {
  // Of a day that is past, because other tests pay now.
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

const REFERENCE = 'c2a4378d-e0c2-4438-9b3f-5a1de7c90f11';
const REASON = 'The voter has sent the SMS of the operator.';

/** The history of a payment whose money names another one, with the act of attaching open. */
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

test('money is attached to its payment with a reference and a reason, after one more question', async ({
  administrator,
}) => {
  const { page, dialog, tracking, history, fields } = await openAttach(administrator);
  const { settle, look } = tracking;
  const goOn = dialog.getByRole('button', { name: settle.continue });
  await goOn.click();
  await expect(fields.providerRef).toBeFocused();
  await fields.providerRef.fill(REFERENCE);
  await fields.reason.fill('  ');
  await goOn.click();
  await expect(dialog.getByText(settle.reasonRequired)).toBeVisible();
  await expect(dialog.getByText(settle.providerRefRequired)).toBeHidden();
  await expect(fields.reason).toBeFocused();
  await fields.reason.fill(REASON);
  await goOn.click();
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

test('a reference that belongs to another payment is told, and nothing typed is lost', async ({
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
