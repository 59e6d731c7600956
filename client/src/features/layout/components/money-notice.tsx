import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { footBar } from '#client/lib/page/foot-bar';
import { useServerTime } from '#client/lib/time/use-server-time';
import { useEventTime, useMoneyNotice } from '#client/lib/use-event';

const heightRef = footBar('--money-notice');

/**
 * Shown on every page of a rehearsal, of a public demo, and of a site that uses test payments. At
 * the bottom of the screen: it loads after the page, and would push it down.
 */
export function MoneyNotice() {
  const { t } = useTranslation();
  const notice = useMoneyNotice();
  const isRehearsal = useQuery(publicConfigQuery).data?.isRehearsal === true;
  if (notice === null) return null;
  return (
    <aside
      ref={heightRef}
      aria-labelledby="money-notice"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 bg-gold px-3 py-1.5 text-center font-semibold text-sm text-surface"
    >
      {isRehearsal ? (
        <RehearsalWords />
      ) : (
        <p id="money-notice">{t(`common.moneyNotice.${notice}`)}</p>
      )}
    </aside>
  );
}

/** The team sets the clock while pages are open. In ms. */
const REREAD_EVERY_MS = 5_000;

function RehearsalWords() {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  useQuery({ ...publicConfigQuery, refetchInterval: REREAD_EVERY_MS, refetchOnMount: 'always' });
  const now = useServerTime();
  return (
    <>
      <p id="money-notice">{t('common.rehearsal.notice')}</p>
      <p>
        {now !== null && t('common.rehearsal.time', { time: eventTime(now) })}{' '}
        {/* The page is loaded anew: it is another site. */}
        <a href="/rehearsal/leave" className="pointer-events-auto underline">
          {t('common.rehearsal.leave')}
        </a>
      </p>
    </>
  );
}
