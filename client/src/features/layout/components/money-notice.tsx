import { useTranslation } from 'react-i18next';
import { useMoneyNotice } from '#client/lib/use-event';

/**
 * On every page of a demo that strangers can reach, and of a site that takes test money. At the foot of
 * the screen: it comes after the page does, and would push it down.
 */
export function MoneyNotice() {
  const { t } = useTranslation();
  const notice = useMoneyNotice();
  if (notice === null) return null;
  return (
    <>
      <div aria-hidden className="h-14" />
      <aside
        aria-labelledby="money-notice"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-30 bg-gold px-3 py-1.5 text-center font-semibold text-sm text-surface"
      >
        <p id="money-notice">{t(`common.moneyNotice.${notice}`)}</p>
      </aside>
    </>
  );
}
