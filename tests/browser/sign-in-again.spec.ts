import { expect, type Page } from '@playwright/test';
import { texts as providerTexts } from '#sandbox/sign-in/page/texts';
import { chooseAccount, comeFromOwnAddress, signIn } from './support/administrator';
import { FLOW_VOTERS } from './support/flows';
import { pressAct } from './support/states/admin-tracking';
import { type NewVisitor, test } from './support/test';
import { heading, toastIn } from './support/visit';
import type { VoterSetup } from './support/voter';

const EXPORT_API = '**/api/admin/payments.csv*';
const TRACKING = '/admin/voter-tracking';

/** A finance account, ten minutes after signing in: the server rejects its first export. */
async function visitWithOldSignIn(visitor: NewVisitor, setup: VoterSetup) {
  const visit = await visitor(setup);
  const { page, texts } = visit;
  await comeFromOwnAddress(page);
  await signIn(page, TRACKING, 'finance');
  await page.route(EXPORT_API, (route) =>
    route.fulfill({ status: 403, json: { code: 'sign-in-again', message: 'Sign in again' } }),
  );
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByText(texts.tracking.noMatch.heading)).toBeVisible();
  await pressAct(visit, texts.tracking.export.action);
  const question = page.getByRole('dialog', { name: texts.admin.again.title });
  await expect(question).toBeVisible();
  /** Presses the button that opens the provider in a separate window. */
  const openProvider = async () => {
    const opened = page.waitForEvent('popup');
    await question.getByRole('button', { name: texts.admin.again.action }).click();
    return opened;
  };
  return { ...visit, question, openProvider };
}

/** As if the server had recorded the new sign-in. */
const acceptExport = (page: Page) => page.unroute(EXPORT_API);

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test.describe(`${language}, ${width} px`, () => {
    test('an action continues automatically once the administrator has signed in again', async ({
      visitor,
    }) => {
      const { page, texts, question, openProvider } = await visitWithOldSignIn(visitor, setup);
      const alertShown = page.waitForEvent('dialog');
      const provider = await openProvider();
      await expect(provider.locator('html')).toHaveAttribute('lang', language);
      await expect(question.getByRole('status')).toHaveText(texts.admin.again.elsewhere);
      await acceptExport(page);
      const exported = page.waitForResponse(EXPORT_API);
      const closed = provider.waitForEvent('close');
      await chooseAccount(provider, 'finance');
      await closed;
      expect((await exported).status()).toBe(200);
      const alert = await alertShown;
      expect(alert.message()).toBe(texts.tracking.export.nothing);
      await alert.accept();
      await expect(question).toBeHidden();
      // What was typed is still there.
      await expect(page.getByRole('searchbox')).toHaveValue('nobody at all');
    });

    test('an administrator who cancels sees that nothing was done', async ({ visitor }) => {
      const { page, texts, question } = await visitWithOldSignIn(visitor, setup);
      await question.getByRole('button', { name: texts.admin.cancel }).click();
      await expect(question).toBeHidden();
      await expect(toastIn(page, texts['sign-in'].admin.unauthorized)).toContainText(
        texts['sign-in'].admin.notAgain,
      );
    });

    test('another account, or a sign-in that is cancelled, changes nothing', async ({
      visitor,
    }) => {
      const { texts, question, openProvider } = await visitWithOldSignIn(visitor, setup);
      const cancelled = await openProvider();
      await cancelled.getByRole('button', { name: providerTexts[language].cancel }).click();
      await expect(question.getByRole('alert')).toHaveText(texts.admin.again.cancelled);
      const other = await openProvider();
      await chooseAccount(other, 'admin');
      await expect(question.getByRole('alert')).toHaveText(
        texts['sign-in'].otherAccount.description,
      );
    });

    test('when no window opens, the page itself redirects and comes back', async ({ visitor }) => {
      const visit = await visitWithOldSignIn(visitor, setup);
      const { page, texts, question } = visit;
      await page.evaluate(() => Object.assign(window, { open: () => null }));
      await question.getByRole('button', { name: texts.admin.again.action }).click();
      await chooseAccount(page, 'finance');
      await expect(page).toHaveURL(/\/admin\/voter-tracking$/);
      await expect(heading(visit, texts.common.voterTracking)).toBeVisible();
    });
  });
}
