import { SearchX, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#client/lib/cn';
import { useLanguage } from '#client/lib/use-language';
import { EmptyState } from '#client/ui/empty-state';
import { Skeleton } from '#client/ui/skeleton';
import { LoadFailed } from '../shell/load-failed';
import { StaleNote } from '../shell/stale-note';
import { Pager } from './pager';
import { PaymentCards } from './payment-cards';
import { PaymentsTable } from './payments-table';
import { formatOnClock } from './timezones';
import { countFilters } from './tracking-filters';
import { useIsWide } from './use-is-wide';
import type { PaymentsList as List } from './use-payments-list';

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

  // Old rows under new filters would be wrong; old rows of the same list are only old.
  if (error && (!tracking || isPlaceholderData)) {
    return (
      <LoadFailed
        error={error}
        texts={{ heading: t('tracking.error.heading'), hint: t('tracking.error.hint') }}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!tracking) return <LoadingList />;
  if (tracking.recentPayments.length === 0) {
    const isFiltered = countFilters(filters) > 0;
    return (
      <EmptyState
        role="status"
        className="rounded-xl border border-stage-line bg-stage-raised"
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
        className={cn(isPlaceholderData && 'opacity-60')}
      >
        <Payments payments={tracking.recentPayments} timezone={timezone} onOpen={onOpen} />
      </div>
      <Pager tracking={tracking} {...list} />
    </div>
  );
}

function LoadingList() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
