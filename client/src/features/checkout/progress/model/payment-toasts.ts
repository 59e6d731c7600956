import i18next from 'i18next';
import { toast } from '#client/ui/overlay/toast';
import { failureText } from './failure-text';
import { type InitiationErrorTextKey, initiationErrorTextKey } from './payment-error';
import type { PaymentFailure } from './payment-progress';

/** These answer events, not renders, so they read the language of the moment. */
const { t } = i18next;

/** A payment that has failed while no panel is on the page that could say so. */
export function showFailure(failure: PaymentFailure, tryAgain?: () => void): void {
  const { title, description, isMishap } = failureText(t, i18next.language, failure);
  const outcome = t('checkout.failed.description');
  const isReason = failure.stage === 'payment' && description !== outcome;
  toast({
    variant: isMishap ? 'destructive' : 'default',
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
 * Why the card payment could not be prepared, where what is fetched upon it changes the page; of all
 * else the panel in the place of the fields tells.
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

/** @param contact whom to ask; empty where nobody is named */
export const showUnconfirmed = (contact: string): void => {
  if (contact === '') showCardError('confirmingAlone');
  else showError(`${t('checkout.card.error.confirming')} ${contact}`);
};

const showError = (description: string) =>
  toast({ variant: 'destructive', title: t('checkout.error.title'), description });
