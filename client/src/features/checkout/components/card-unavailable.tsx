import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';

/** The form did not load, or the payment could not be prepared. */
export type CardProblem = 'unavailable' | 'setupFailed' | 'tooManyDeclines';

interface CardUnavailableProps {
  reason: CardProblem;
  /** Of the sentence that tells what is wrong, for what cannot be pressed because of it. */
  headingId?: string;
  hasOtherMethod: boolean;
  onRetry: () => void;
}

/** Stands in the place of the card's fields, and says how to go on. */
export function CardUnavailable({
  reason,
  headingId,
  hasOtherMethod,
  onRetry,
}: CardUnavailableProps) {
  const { t } = useTranslation();
  const isLoadFailure = reason === 'unavailable';
  const hint = {
    unavailable: t('checkout.card.unavailable.hint'),
    setupFailed: t('checkout.card.setupFailed.description'),
    tooManyDeclines: t('checkout.error.card-declines'),
  }[reason];
  return (
    <div
      role="alert"
      className="flex flex-1 flex-col items-center justify-center gap-3 rounded-xl border border-surface-line border-dashed px-4 py-6 text-center"
    >
      <p id={headingId} className="wrap-anywhere font-semibold text-lg leading-snug">
        {isLoadFailure
          ? t('checkout.card.unavailable.heading')
          : t('checkout.card.setupFailed.title')}
      </p>
      <p className="text-ivory-soft text-pretty">
        {hint}
        {hasOtherMethod &&
          reason !== 'tooManyDeclines' &&
          ` ${t('checkout.card.unavailable.otherMethod')}`}
      </p>
      <Button className="px-3 sm:px-5" onClick={onRetry}>
        <RotateCw aria-hidden className="size-5" />
        {t('common.retry')}
      </Button>
    </div>
  );
}
