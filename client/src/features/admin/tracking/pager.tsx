import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import type { VoterTracking } from '#shared/contracts/admin-payments';
import type { PaymentsList } from './use-payments-list';

interface PagerProps extends Pick<PaymentsList, 'firstPosition' | 'showNext' | 'showPrevious'> {
  tracking: VoterTracking;
}

export function Pager({ tracking, firstPosition, showNext, showPrevious }: PagerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { summary, recentPayments } = tracking;
  const matching = formatNumber(summary.matching, language);
  const total = summary.isEstimate
    ? t('tracking.summary.estimate', { number: matching })
    : matching;
  return (
    <nav
      aria-label={t('tracking.page.label')}
      className="flex flex-wrap items-center justify-between gap-3"
    >
      <p role="status" className="text-ivory-soft text-sm tabular-nums">
        {t('tracking.page.range', {
          first: firstPosition,
          last: firstPosition + recentPayments.length - 1,
          total,
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          className="px-4 py-1.5 text-sm"
          disabled={showPrevious === null}
          onClick={() => showPrevious?.()}
        >
          <ChevronLeft aria-hidden className="size-4" />
          {t('tracking.page.previous')}
        </Button>
        <Button
          variant="outline"
          className="px-4 py-1.5 text-sm"
          disabled={showNext === null}
          onClick={() => showNext?.()}
        >
          {t('tracking.page.next')}
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  );
}
