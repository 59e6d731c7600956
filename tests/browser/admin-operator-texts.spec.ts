import { expect } from '@playwright/test';
import type { OperatorWords } from '#shared/contracts/operator-words';
import { FLOW_VOTERS } from './support/flows';
import { test } from './support/test';
import { expectUsable } from './support/usable';
import { toastIn } from './support/visit';

const TEXT = {
  provider: 'campay',
  words: 'Compte … non éligible',
  payments: 3,
  firstSeenAt: '2025-11-28T19:02:00.000Z',
  lastSeenAt: '2025-11-28T20:14:00.000Z',
};

// Voters of other browser tests would read what is named here: the texts are mocked.
for (const setup of FLOW_VOTERS) {
  test(`${setup.language}, ${setup.width} px: a text that no rule knows gets a meaning`, async ({
    administrator,
  }) => {
    const { page, texts: all } = await administrator(setup, '/admin');
    const texts = all.health.operatorWords;
    let latest: OperatorWords = { texts: [{ ...TEXT, reason: null }], others: 0 };
    const named: unknown[] = [];
    await page.route('**/api/admin/operator-words', async (route) => {
      if (route.request().method() === 'PUT') {
        const { reason } = route.request().postDataJSON();
        named.push(route.request().postDataJSON());
        latest = { texts: [{ ...TEXT, reason }], others: 0 };
      }
      await route.fulfill({ json: latest });
    });
    await page.goto('/admin/health');
    const text = page.getByRole('article', { name: TEXT.words });
    const save = text.getByRole('button', { name: texts.save });
    await expect(save).toHaveCount(0);
    await text.getByLabel(texts.meaning).selectOption(all.tracking.reason['wallet-inactive']);
    await expectUsable(page);
    await save.click();
    await expect(toastIn(page, texts.done)).toBeVisible();
    await expect(save).toHaveCount(0);
    await expect(text.getByLabel(texts.meaning)).toHaveValue('wallet-inactive');
    const { provider, words } = TEXT;
    expect(named).toEqual([{ provider, words, reason: 'wallet-inactive' }]);
  });
}
