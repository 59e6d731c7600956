import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { operatorOf } from '#shared/domain/phone';
import { useWalletOperators } from '../../use-wallet-operators';

/** The operator that the prefix suggests. Only a hint: published tables of prefixes disagree. */
export function OperatorHint({ digits }: { digits: string }) {
  const { t } = useTranslation();
  const accepted = useWalletOperators();
  const operator = operatorOf(digits);
  if (operator === 'unknown') return null;
  if (operator === 'other') return <Warning text={t('checkout.mobileMoney.operator.other')} />;
  const name = t(`checkout.mobileMoney.operator.${operator}`);
  if (!accepted.includes(operator)) {
    const others = accepted.map((other) => t(`checkout.mobileMoney.operator.${other}`)).join(', ');
    return (
      <Warning
        text={t('checkout.mobileMoney.operator.notAccepted', { named: name, accepted: others })}
      />
    );
  }
  return (
    <p className="flex items-center gap-2 font-semibold text-sm">
      <span
        aria-hidden
        className={clsx('h-3 w-5 rounded-full', operator === 'mtn' ? 'bg-mtn' : 'bg-orange')}
      />
      {name}
    </p>
  );
}

const Warning = ({ text }: { text: string }) => (
  <p className="flex items-start gap-2 text-gold-bright text-sm">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {text}
  </p>
);
