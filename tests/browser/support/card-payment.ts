import { expect } from '@playwright/test';
import type { Language } from '#shared/domain/localized';
import { chooseCard, completePayment } from './card';
import type { NewVisitor } from './test';
import { checkoutPath, expectFailurePanel, pendingPaymentId, type Visit } from './visit';
import { PHONE, type VoterSetup } from './voter';

/** A visitor at the checkout of an artist nominated in several categories. */
export async function atCheckout(
  visitor: NewVisitor,
  language: Language,
  size: Omit<VoterSetup, 'language'> = PHONE,
): Promise<Visit> {
  const visit = await visitor({ language, ...size });
  await visit.page.goto(checkoutPath(visit.demo));
  return visit;
}

export async function atCardForm(
  visitor: NewVisitor,
  language: Language,
  size = PHONE,
): Promise<Visit> {
  const visit = await atCheckout(visitor, language, size);
  await chooseCard(visit);
  return visit;
}

export const receiptOf = ({ page, texts }: Visit) =>
  page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });

/** Expects that nothing was charged, and that the voter sees why, until dismissed. */
export async function expectDecline(visit: Visit, message: string): Promise<void> {
  const { page, texts } = visit;
  await expectFailurePanel(page, texts.checkout.failed.title, message);
  await expect.poll(() => pendingPaymentId(page)).toBeNull();
  // Screen readers announce it there, and the voter retries.
  await expect(completePayment(visit)).toBeFocused();
}

export async function expectReceipt(visit: Visit): Promise<string> {
  const receipt = receiptOf(visit);
  await expect(receipt).toBeVisible();
  await expect(receipt.getByRole('heading', { name: visit.demo.artist.name })).toBeVisible();
  await expect.poll(() => pendingPaymentId(visit.page)).toBeNull();
  return (await receipt.getByText(/^#[0-9A-Z]{10}$/).textContent()) ?? '';
}
