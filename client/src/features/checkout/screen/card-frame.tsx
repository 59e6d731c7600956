import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The card that everything about paying by card stands on, from its skeleton to its form. */
export function CardFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-5 rounded-card border border-stage-line bg-stage-raised p-5 sm:p-6">
      <h2 id="card-title" className="font-bold text-2xl leading-tight">
        {t('checkout.card.title')}
      </h2>
      {children}
    </div>
  );
}
