import { expect } from '@playwright/test';
import { followAdminLink } from './support/administrator';
import { pay } from './support/demo';
import { FLOW_VOTERS } from './support/flows';
import { createSignal } from './support/signal';
import { test } from './support/test';
import { fillIn } from './support/texts';
import { expectUsable } from './support/usable';
import { amendConfig, heading, toastIn } from './support/visit';
import { freshNumber, LAPTOP } from './support/voter';

const LAPTOP_IN_ENGLISH = { language: 'en', ...LAPTOP } as const;

test('the result for one voter is not offered once another voter is in the field', async ({
  administrator,
}) => {
  const { page, texts } = await administrator(LAPTOP_IN_ENGLISH, '/admin/voters');
  const release = createSignal();
  await page.route('**/api/admin/voters/preview', async (route) => {
    await release.fired;
    await route.fulfill({ json: { payments: 3, votes: 6, pending: 0 } });
  });
  const answered = page.waitForResponse('**/api/admin/voters/preview');
  const email = page.getByLabel(texts.voters.email);
  await email.fill('one@example.com');
  await page.getByRole('button', { name: texts.voters.search }).click();
  await email.fill('another@example.com');
  release.fire();
  await (await answered).finished();
  // Long enough for the response to be rendered.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await expect(page.getByRole('button', { name: texts.voters.erase })).toHaveCount(0);
  await page.getByRole('button', { name: texts.voters.search }).click();
  await expect(page.getByRole('button', { name: texts.voters.erase })).toBeVisible();
});

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test.describe(`${language}, ${width} px`, () => {
    test("a voter's data is deleted on request, and the receipt then opens only by its code", async ({
      administrator,
      visitor,
    }) => {
      const visit = await administrator(setup, '/admin');
      const { page, texts, demo } = visit;
      const email = `erased-${freshNumber()}@example.com`;
      const nominations = await page.request
        .get(`/api/nominations/artist/${demo.artist.id}`)
        .then((answer) => answer.json());
      const { paymentId, receiptCode } = await pay(page.request, nominations.slice(0, 1), email);

      await followAdminLink(visit, texts.admin.shell.voters);
      await expect(heading(visit, texts.voters.title)).toBeVisible();
      await page.getByLabel(texts.voters.email).fill('nobody');
      await page.getByRole('button', { name: texts.voters.search }).click();
      await expect(page.getByText(texts.voters.problem.email)).toBeVisible();
      await page.getByLabel(texts.voters.email).fill(email);
      await page.getByRole('button', { name: texts.voters.search }).click();
      await expect(
        page.getByText(fillIn(texts.voters.payments_one.replace(', number', ''), { count: 1 })),
      ).toBeVisible();
      await expectUsable(page);
      await page.getByRole('button', { name: texts.voters.erase }).click();
      await expect(toastIn(page, texts.voters.done)).toBeVisible();
      expect(page.url()).not.toContain('erased');

      await page.getByRole('button', { name: texts.voters.search }).click();
      await expect(heading(visit, texts.voters.nothing.heading)).toBeVisible();
      await page.goto('/admin/activity?kind=voter');
      await expect(page.getByText(texts.activity.action['voter-erase']).first()).toBeVisible();
      await expect(page.getByText(email)).toHaveCount(0);
      await page.goto(`/admin/voter-tracking?payment=${paymentId}`);
      const [open = ''] = texts.tracking.table.open.split('{{id}}');
      await page.getByRole('button', { name: open }).first().click();
      await expect(page.getByText(texts.tracking.history.erased)).toBeVisible();

      const voter = await visitor(setup);
      await voter.page.goto(`/my-receipts?code=${receiptCode}`);
      await expect(voter.page.getByText(texts.receipts.erased.receipt)).toBeVisible();
      await expectUsable(voter.page);
      await voter.page.goto('/payment-help');
      await voter.page.getByLabel(texts.help.search.reference).fill(receiptCode);
      await voter.page.getByRole('button', { name: texts.help.search.submit }).click();
      await expect(voter.page.getByText(texts.help.erased.payment)).toBeVisible();
    });

    test('the page about stored data is linked from the footer and the checkout', async ({
      visitor,
    }) => {
      const visit = await visitor(setup);
      const { page, texts, demo } = visit;
      // Another test sets another number meanwhile.
      await amendConfig(page, (config) => ({ ...config, retentionDays: 180 }));
      await page.goto('/categories');
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: texts.common.footer.privacyLink })
        .click();
      await expect(heading(visit, texts.privacy.title)).toBeVisible();
      await expect(page.getByText('180')).toBeVisible();
      await expect(page.getByText('Campay')).toBeVisible();
      await expectUsable(page);
      const artist = JSON.stringify({ id: demo.artist.id, name: demo.artist.name });
      await page.goto(`/checkout?artist=${encodeURIComponent(artist)}`);
      await page
        .getByRole('main')
        .getByRole('link', { name: texts.common.footer.privacyLink })
        .click();
      await expect(page).toHaveURL(/\/privacy$/);
    });
  });
}
