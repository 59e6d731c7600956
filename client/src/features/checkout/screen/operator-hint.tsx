import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { operatorOf } from '../../../../../shared/domain/phone';
import { cn } from '../../../lib/cn';

/** Whose wallet the prefix suggests. Only a hint: published tables of prefixes disagree. */
export function OperatorHint({ digits }: { digits: string }) {
  const { t } = useTranslation();
  const operator = operatorOf(digits);
  if (operator === 'unknown') return null;
  if (operator === 'other') {
    return (
      <p className="flex items-start gap-2 text-gold-bright text-sm">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('checkout.mobileMoney.operator.other')}
      </p>
    );
  }
  return (
    <p className="flex items-center gap-2 font-semibold text-sm">
      <span
        aria-hidden
        className={cn('h-3 w-5 rounded-full', operator === 'mtn' ? 'bg-mtn' : 'bg-orange')}
      />
      {t(`checkout.mobileMoney.operator.${operator}`)}
    </p>
  );
}
