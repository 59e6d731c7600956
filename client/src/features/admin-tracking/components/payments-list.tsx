import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, SearchX, Wallet } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignedOut } from '#client/lib/api/request';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import type { VoterTracking } from '#shared/contracts/admin-payments';
import { LoadFailed, LoadingBlocks, StaleNote } from '../../admin-shell';
import { formatOnClock } from '../model/timezones';
import { countFilters } from '../model/tracking-filters';
import type { PaymentsList as List } from '../use-payments-list';
import { PaymentCards } from './payment-cards';
import { PaymentsTable } from './payments-table';

interface PagerProps extends Pick<List, 'firstPosition' | 'showNext' | 'showPrevious'> {
  tracking: VoterTracking;
}

function Pager({ tracking, firstPosition, showNext, showPrevious }: PagerProps) {
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
          size="sm"
          disabled={showPrevious === null}
          onClick={() => showPrevious?.()}
        >
          <ChevronLeft aria-hidden className="size-4" />
          {t('tracking.page.previous')}
        </Button>
        <Button
          variant="outline"
          size="sm"
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

const wide = matchMedia('(min-width: 48rem)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether there is room for a table; only one of the two forms of a list is drawn. */
const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);

interface PaymentsListProps {
  list: List;
  onOpen: (id: string) => void;
}

export function PaymentsList({ list, onOpen }: PaymentsListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isWide = useIsWide();
  const { page, filters, timezone } = list;
  const { data: tracking, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = page;

  // Rows stay while the same list is loaded again, but not under new filters, nor signed out.
  if (error && (!tracking || isPlaceholderData || isSignedOut(error))) {
    return (
      <LoadFailed
        error={error}
        texts={{ heading: t('tracking.error.heading'), hint: t('tracking.error.hint') }}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!tracking) return <LoadingBlocks heights={['h-96']} />;
  if (tracking.recentPayments.length === 0) {
    const isFiltered = countFilters(filters) > 0;
    return (
      <EmptyState
        role="status"
        className="rounded-xl border border-surface-line bg-surface-raised"
        icon={isFiltered ? <SearchX aria-hidden /> : <Wallet aria-hidden />}
        heading={t(isFiltered ? 'tracking.noMatch.heading' : 'tracking.empty.heading')}
        hint={t(isFiltered ? 'tracking.noMatch.hint' : 'tracking.empty.hint')}
      />
    );
  }
  const Payments = isWide ? PaymentsTable : PaymentCards;
  return (
    <div className="flex flex-col gap-3">
      {error && (
        <StaleNote
          text={t('tracking.error.stale', {
            time: formatOnClock(new Date(dataUpdatedAt).toISOString(), language, timezone),
          })}
        />
      )}
      <div
        aria-busy={isPlaceholderData || undefined}
        className={clsx(isPlaceholderData && 'opacity-60')}
      >
        <Payments payments={tracking.recentPayments} timezone={timezone} onOpen={onOpen} />
      </div>
      <Pager tracking={tracking} {...list} />
    </div>
  );
}
