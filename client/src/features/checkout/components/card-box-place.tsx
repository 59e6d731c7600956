import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { Spinner } from '#client/ui/spinner';
import type { Money } from '#shared/domain/pricing';

/** The frame around the card section, from its skeleton to its form. */
export function CardFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3 rounded-card border border-surface-line bg-surface-raised px-4 py-3 sm:gap-5 sm:p-6">
      <h2 id="card-title" className="font-bold text-lg leading-tight sm:text-2xl">
        {t('checkout.card.title')}
      </h2>
      {children}
    </div>
  );
}

interface CardCostProps {
  totalVotes: number;
  /** Price of one vote. */
  price: Money;
  amount: Money;
}

export function CardCost({ totalVotes, price, amount }: CardCostProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <span>
        {t('checkout.card.cost', { count: totalVotes, price: formatMoney(price, language) })}
      </span>
      <span translate="no" className="text-gold">
        {formatMoney(amount, language)}
      </span>
    </>
  );
}

interface CardBoxPlaceProps {
  /** Replaces the usual text about card details. */
  note?: string | undefined;
  children: ReactNode;
}

/** Reserves the height of the fields, so that nothing moves when they load. */
export function CardBoxPlace({ note, children }: CardBoxPlaceProps) {
  const { t } = useTranslation();
  return (
    <div>
      <div className="relative flex min-h-82 flex-col sm:min-h-72">{children}</div>
      <p role="status" className="mt-2 text-ivory-soft text-sm">
        {note ?? t('checkout.card.privacy')}
      </p>
    </div>
  );
}

export function SettingUp() {
  const { t } = useTranslation();
  return (
    <p
      role="status"
      className="absolute inset-0 flex items-center justify-center gap-3 rounded-xl border border-surface-line border-dashed bg-surface-raised px-4 text-center text-ivory-soft"
    >
      <Spinner className="text-gold" />
      {t('checkout.card.settingUp')}
    </p>
  );
}
