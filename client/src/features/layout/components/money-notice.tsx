import { useTranslation } from 'react-i18next';
import { useMoneyNotice } from '#client/lib/use-event';

/** On every page of a demo that strangers can reach, and of a site that takes test money. */
export function MoneyNotice() {
  const { t } = useTranslation();
  const notice = useMoneyNotice();
  if (notice === null) return null;
  return (
    <p role="note" className="bg-gold px-3 py-1.5 text-center font-semibold text-sm text-surface">
      {t(`common.moneyNotice.${notice}`)}
    </p>
  );
}
