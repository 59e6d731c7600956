import i18next from 'i18next';
import { toast } from '#client/ui/overlay/toast';
import { failureText } from './failure-text';
import { type InitiationErrorTextKey, initiationErrorTextKey } from './payment-error';
import type { PaymentFailure } from './payment-progress';

/** These are called from events, not renders, so they read the current language. */
const { t } = i18next;

/** Shows a failed payment when no panel on the page shows it. */
export function showFailure(failure: PaymentFailure, tryAgain?: () => void): void {
  const { title, description, isError } = failureText(t, i18next.language, failure);
  const outcome = t('checkout.failed.description');
  const isReason = failure.stage === 'payment' && description !== outcome;
  toast({
    variant: isError ? 'destructive' : 'default',
    title,
    description: isReason ? `${outcome} ${description}` : description,
    ...(tryAgain && { action: { label: t('checkout.uncertain.tryAgain'), run: tryAgain } }),
  });
}

export const showInitiationError = (textKey: InitiationErrorTextKey): void => showError(t(textKey));

const NAMED_SETUP_FAILURES = new Set<InitiationErrorTextKey>([
  'checkout.error.voting-closed',
  'checkout.error.method-off',
  'checkout.error.price-changed',
  'checkout.error.nominations-invalid',
]);

/**
 * Shows why the card payment could not be prepared, when the refetched data changes the page; the
 * panel in place of the fields shows all other reasons.
 */
export function showSetupFailure(error: unknown): void {
  const textKey = initiationErrorTextKey(error);
  if (!NAMED_SETUP_FAILURES.has(textKey)) return;
  toast({
    variant: 'destructive',
    title: t('checkout.card.setupFailed.title'),
    description: t(textKey),
  });
}

export const showCardError = (
  problem: 'incomplete' | 'confirmingAlone' | 'unexpected' | 'refill',
): void => showError(t(`checkout.card.error.${problem}`));

/** @param contact whom to contact; empty when the organiser named no contact */
export const showUnconfirmed = (contact: string): void => {
  if (contact === '') showCardError('confirmingAlone');
  else showError(`${t('checkout.card.error.confirming')} ${contact}`);
};

const showError = (description: string) =>
  toast({ variant: 'destructive', title: t('checkout.error.title'), description });
