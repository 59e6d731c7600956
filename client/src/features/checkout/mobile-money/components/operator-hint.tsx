import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UntranslatedPart } from '#client/ui/untranslated-part';
import { operatorOf } from '#shared/domain/phone';
import { PayByCard } from '../../components/pay-by-card';
import { WALLET_CODES } from '../../model/wallet-codes';
import { useWalletOperators, useWalletsDown } from '../../use-wallet-operators';

interface OperatorHintProps {
  digits: string;
  /** Chooses the card; null where it is off. */
  onCard: (() => void) | null;
}

/**
 * The operator that the prefix suggests, and what to do where it cannot be charged. Only a hint:
 * published tables of prefixes disagree.
 */
export function OperatorHint({ digits, onCard }: OperatorHintProps) {
  const { t } = useTranslation();
  const accepted = useWalletOperators();
  const down = useWalletsDown();
  const operator = operatorOf(digits);
  if (operator === 'unknown') return null;
  if (operator === 'other') return <Warning text={t('checkout.mobileMoney.operator.other')} />;
  const name = t(`checkout.mobileMoney.operator.${operator}`);
  const card = onCard && <PayByCard onChoose={onCard} />;
  if (!accepted.includes(operator)) {
    const others = accepted.map((other) => t(`checkout.mobileMoney.operator.${other}`)).join(', ');
    const text = t('checkout.mobileMoney.operator.notAccepted', { named: name, accepted: others });
    return <Warning text={text}>{card}</Warning>;
  }
  const [other] = accepted.filter((one) => !down.includes(one));
  if (down.includes(operator) && other) {
    const names = { named: name, other: t(`checkout.mobileMoney.operator.${other}`) };
    return <Warning text={t('checkout.mobileMoney.operator.down', names)}>{card}</Warning>;
  }
  const code = WALLET_CODES[operator];
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span
        aria-hidden
        className={clsx('h-3 w-5 rounded-full', operator === 'mtn' ? 'bg-mtn' : 'bg-orange')}
      />
      <span className="font-semibold">{name}</span>
      {/* While nobody can be charged, the form says so. */}
      {!down.includes(operator) && (
        <span className="text-ivory-soft">
          <UntranslatedPart part={code}>
            {t('checkout.mobileMoney.operator.asks', { code })}
          </UntranslatedPart>
        </span>
      )}
    </p>
  );
}

/** While no wallet can be charged: shown before any number is typed, with what works instead. */
export function MobileMoneyDown({ onCard }: Pick<OperatorHintProps, 'onCard'>) {
  const { t } = useTranslation();
  const accepted = useWalletOperators();
  const down = useWalletsDown();
  const isDown = accepted.every((operator) => down.includes(operator));
  return (
    <div role="status" className={isDown ? '' : 'absolute'}>
      {isDown && (
        <Warning text={t('checkout.mobileMoney.allDown')}>
          {onCard && <PayByCard onChoose={onCard} />}
        </Warning>
      )}
    </div>
  );
}

const Warning = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="flex items-start gap-2 text-gold-bright text-sm">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    <div className="min-w-0">
      <p>{text}</p>
      {children}
    </div>
  </div>
);
