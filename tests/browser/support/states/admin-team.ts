import { expect, type Locator } from '@playwright/test';
import { answer, heading, signInAsAdministrator, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const SIGN_IN_AGAIN = { code: 'sign-in-again', message: 'for machines' };

/** After an export that wants a sign-in of these minutes. */
async function askToSignInAgain({ page, texts }: Visit): Promise<Locator> {
  await answer(page, '**/api/voter-tracking?*', {}, 500);
  await answer(page, '**/api/admin/payments.csv*', SIGN_IN_AGAIN, 403);
  await signInAsAdministrator(page, 'finance');
  await page.goto('/admin/voter-tracking');
  await page.getByRole('button', { name: texts.tracking.export.action }).click();
  const question = page.getByRole('dialog', { name: texts.admin.again.title });
  await expect(question).toBeVisible();
  return question;
}

const trackingTitle = ({ texts }: Visit) => texts.common.voterTracking;

export const teamStates: ScreenState[] = [
  {
    name: 'sign in again',
    title: trackingTitle,
    keepsLanguage: true,
    answersPress: true,
    show: askToSignInAgain,
  },
  {
    name: 'sign in again, with another account',
    title: trackingTitle,
    keepsLanguage: true,
    answersPress: true,
    async show(visit) {
      const question = await askToSignInAgain(visit);
      await visit.page.evaluate(() =>
        new BroadcastChannel('sign-in-again').postMessage('otherAccount'),
      );
      return question.getByRole('alert');
    },
  },
  {
    name: 'signed in again',
    title: ({ texts }) => texts.common.signedInAgain.heading,
    async show(visit) {
      await visit.page.goto('/signed-in-again');
      return heading(visit, visit.texts.common.signedInAgain.heading);
    },
  },
];
