import { expect } from '@playwright/test';
import { followAdminLink } from './support/administrator';
import { FLOW_VOTERS } from './support/flows';
import { test } from './support/test';
import { expectUsable } from './support/usable';

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test(`an administrator reads the state of the server, ${language}, ${width} px`, async ({
    administrator,
  }) => {
    const { page, texts } = await administrator(setup, '/admin');
    const { health } = texts;
    await followAdminLink({ page, texts }, health.title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(health.title);
    const entry = (name: string) =>
      page
        .getByRole('list', { name: health.list })
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
    // The sandboxes respond, and the demo's books are consistent.
    await expect(entry(health.money.heading)).toContainText(health.money.well);
    for (const provider of ['Campay', 'Stripe', 'Fapshi', 'MTN MoMo']) {
      await expect(entry(provider)).toContainText(health.provider.accepted);
    }
    await expect(entry(health.database.heading)).toContainText('ms');
    await expectUsable(page);
  });
}
