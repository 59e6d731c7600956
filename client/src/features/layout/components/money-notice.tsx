import { useTranslation } from 'react-i18next';
import { footBar } from '#client/lib/page/foot-bar';
import { useMoneyNotice } from '#client/lib/use-event';

const heightRef = footBar('--money-notice');

/**
 * Shown on every page of a public demo, and of a site that uses test payments. At the bottom of the
 * screen: it loads after the page, and would push it down.
 */
export function MoneyNotice() {
  const { t } = useTranslation();
  const notice = useMoneyNotice();
  if (notice === null) return null;
  return (
    <aside
      ref={heightRef}
      aria-labelledby="money-notice"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 bg-gold px-3 py-1.5 text-center font-semibold text-sm text-surface"
    >
      <p id="money-notice">{t(`common.moneyNotice.${notice}`)}</p>
    </aside>
  );
}
