import { expect } from '@playwright/test';
import type { SavedSettings } from '#shared/contracts/event-settings';
import type { MobileMoneyRoutes } from '#shared/contracts/mobile-money-routes';
import {
  FIXED_ROUTE_API,
  ROUTES_API,
  ROUTES_DOWN,
  ROUTES_WELL,
} from '#tests/support/mobile-money-routes';
import { FLOW_VOTERS } from './support/flows';
import { test } from './support/test';
import { fillIn } from './support/texts';
import { expectUsable } from './support/usable';
import { answer, toastIn } from './support/visit';

/** The routes after an owner has fixed a provider of Orange. */
const withOrange = (changed: Partial<MobileMoneyRoutes['operators'][number]>) => ({
  operators: ROUTES_WELL.operators.map((one) =>
    one.operator === 'orange' ? { ...one, ...changed } : one,
  ),
});

// Other browser tests pay on the same server: which provider takes the payments is mocked.
for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test.describe(`${language}, ${width} px`, () => {
    test('an owner fixes a provider, and takes that back', async ({ administrator }) => {
      const { page, texts: all } = await administrator(setup, '/admin');
      const { routes: texts } = all.health;
      let routes: MobileMoneyRoutes = ROUTES_WELL;
      await page.route(ROUTES_API, (route) => route.fulfill({ json: routes }));
      const asked: unknown[] = [];
      await page.route(FIXED_ROUTE_API, async (route) => {
        const { provider } = route.request().postDataJSON();
        asked.push(provider);
        routes = withOrange({ fixed: provider, takenBy: provider ?? 'campay' });
        await route.fulfill({ json: routes });
      });
      await page.goto('/admin/health');
      const names = { provider: 'Fapshi', operator: 'Orange' };
      const orange = page.getByRole('article', { name: 'Orange' });
      await expect(orange).toContainText(
        fillIn(texts.takenBy, { provider: 'Campay', operator: 'Orange' }),
      );
      await orange.getByRole('button', { name: fillIn(texts.use, names) }).click();
      const question = page.getByRole('dialog', { name: fillIn(texts.question.fixed, names) });
      await expect(question).toContainText(fillIn(texts.consequence.fixed, names));
      await question.getByRole('button', { name: fillIn(texts.confirm.fixed, names) }).click();
      await expect(question).toHaveCount(0);
      await expect(toastIn(page, fillIn(texts.done.fixed, names))).toBeVisible();
      await expect(orange).toContainText(fillIn(texts.takenBy, names));
      await expect(orange).toContainText(fillIn(texts.isFixed, names));

      await orange.getByRole('button', { name: texts.takeBack }).click();
      const back = page.getByRole('dialog', { name: fillIn(texts.question.order, names) });
      await back.getByRole('button', { name: texts.confirm.order }).click();
      await expect(orange).not.toContainText(fillIn(texts.isFixed, names));
      expect(asked).toEqual(['fapshi', null]);
    });

    test('the dashboard leads to what has failed', async ({ administrator }) => {
      const { page, texts: all } = await administrator(setup, '/admin');
      const { routes: texts } = all.health;
      await answer(page, ROUTES_API, ROUTES_DOWN);
      await page.goto('/admin');
      await page
        .getByRole('link', { name: fillIn(texts.concern.nobody, { operator: 'MTN' }) })
        .click();
      const mtn = page.getByRole('article', { name: 'MTN' });
      await expect(mtn).toContainText(fillIn(texts.nobody, { operator: 'MTN' }));
      await expect(mtn).toContainText(texts.reason['failed-requests']);
      const orange = page.getByRole('article', { name: 'Orange' });
      await expect(orange).toContainText(texts.reason['no-response']);
      // Fapshi stands in for Campay, and an owner may want that to stay.
      const hold = fillIn(texts.use, { provider: 'Fapshi', operator: 'Orange' });
      await expect(orange.getByRole('button', { name: hold })).toBeVisible();
    });

    test('an owner sets the order of the providers', async ({ administrator }) => {
      const { page, texts: all } = await administrator(setup, '/admin');
      const { settings: texts } = all;
      await answer(page, ROUTES_API, ROUTES_WELL);
      await page.goto('/admin/settings');
      const place = (at: 1 | 2, operator: string) =>
        page.getByLabel(
          fillIn(texts.routing.placeOf, { place: texts.routing.place[at], operator }),
          { exact: true },
        );
      // The configuration's order, until an owner sets another one.
      await expect(place(1, 'Orange')).toHaveValue('campay');
      await expect(place(2, 'Orange')).toHaveValue('fapshi');
      await expectUsable(page);
      await place(1, 'Orange').selectOption('fapshi');
      await page.getByRole('button', { name: texts.save, exact: true }).click();
      await expect(page.getByText(texts.problem['provider-twice'])).toBeVisible();
      await expect(place(1, 'Orange')).toBeFocused();
      await place(2, 'Orange').selectOption('campay');
      await expect(page.getByText(texts.problem['provider-twice'])).toHaveCount(0);
      const saved: SavedSettings = await (await page.request.get('/api/admin/settings')).json();
      let sent: SavedSettings['settings'] | null = null;
      await page.route('**/api/admin/settings', async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        sent = route.request().postDataJSON().settings;
        await route.fulfill({ json: saved });
      });
      await page.getByRole('button', { name: texts.save, exact: true }).click();
      await expect(toastIn(page, texts.saved)).toBeVisible();
      expect(sent).toMatchObject({
        routing: {
          mtn: { order: null, fixed: null },
          orange: { order: ['fapshi', 'campay'], fixed: null },
        },
      });
    });
  });
}
