import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';

/** The form did not load, or the payment could not be prepared. */
export type CardProblem = 'unavailable' | 'setupFailed' | 'tooManyDeclines' | 'captchaRequired';

interface CardUnavailableProps {
  reason: CardProblem;
  /** Id of the message, for controls disabled because of it. */
  headingId?: string;
  hasOtherMethod: boolean;
  onRetry: () => void;
  /** Shown in place of the retry button. */
  children?: ReactNode;
}

/** Replaces the card's fields, and says how to continue. */
export function CardUnavailable({
  reason,
  headingId,
  hasOtherMethod,
  onRetry,
  children,
}: CardUnavailableProps) {
  const { t } = useTranslation();
  const setupFailed = t('checkout.card.setupFailed.title');
  const [heading, hint] = {
    unavailable: [t('checkout.card.unavailable.heading'), t('checkout.card.unavailable.hint')],
    setupFailed: [setupFailed, t('checkout.card.setupFailed.description')],
    tooManyDeclines: [setupFailed, t('checkout.error.card-declines')],
    captchaRequired: [t('checkout.card.captcha.heading'), t('checkout.card.captcha.hint')],
  }[reason];
  return (
    <div
      role="alert"
      className="flex flex-1 flex-col items-center justify-center gap-3 rounded-xl border border-surface-line border-dashed px-4 py-6 text-center"
    >
      <p id={headingId} className="font-semibold text-lg leading-snug">
        {heading}
      </p>
      <p className="text-ivory-soft text-pretty">
        {hint}
        {hasOtherMethod &&
          reason !== 'tooManyDeclines' &&
          ` ${t('checkout.card.unavailable.otherMethod')}`}
      </p>
      {children ?? <RetryButton onRetry={onRetry} />}
    </div>
  );
}

export function RetryButton({ onRetry }: Pick<CardUnavailableProps, 'onRetry'>) {
  const { t } = useTranslation();
  return (
    <Button className="px-3 sm:px-5" onClick={onRetry}>
      <RotateCw aria-hidden className="size-5" />
      {t('common.retry')}
    </Button>
  );
}
