import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, SearchX, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  LoadFailed,
  LoadingBlocks,
  SelectField,
  StaleNote,
} from '#client/features/admin/shell/index';
import { isSignedOut } from '#client/lib/api/request';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import type { VoterTracking } from '#shared/contracts/admin-payments';
import type { TableLayout } from '../model/columns';
import { formatOnClock, TIMEZONE_NAMES } from '../model/timezones';
import { useNewRows } from '../use-new-rows';
import { type PaymentsList as List, PAGE_SIZES } from '../use-payments-list';
import { PaymentsTable } from './payments-table';

interface PagerProps {
  tracking: VoterTracking;
  list: List;
}

function Pager({ tracking, list }: PagerProps) {
  const { firstPosition, showNext, showPrevious } = list;
  const { t } = useTranslation();
  const language = useLanguage();
  const { summary, recentPayments } = tracking;
  const matching = formatNumber(summary.matching, language);
  const total = summary.isEstimate
    ? t('tracking.summary.estimate', { number: matching })
    : matching;
  return (
    <nav aria-label={t('tracking.page.label')} className="flex flex-wrap items-end gap-3">
      <p role="status" className="mr-auto text-ivory-soft text-sm tabular-nums">
        {t('tracking.page.range', {
          first: firstPosition,
          last: firstPosition + recentPayments.length - 1,
          total,
        })}
      </p>
      <SelectField
        isDense
        label={t('tracking.timezone.label')}
        value={list.timezone}
        choices={TIMEZONE_NAMES}
        textOf={(name) => t(`tracking.timezone.${name}`)}
        onChoose={list.chooseTimezone}
      />
      <SelectField
        isDense
        label={t('tracking.pageSize')}
        value={list.pageSize}
        choices={PAGE_SIZES}
        textOf={String}
        onChoose={list.choosePageSize}
      />
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

interface PaymentsListProps {
  list: List;
  layout: TableLayout;
  onLayout: (layout: TableLayout) => void;
  isPhone: boolean;
  onOpen: (id: string) => void;
}

export function PaymentsList({ list, layout, onLayout, isPhone, onOpen }: PaymentsListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { page, filters, timezone, pageKey } = list;
  const { data: tracking, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = page;
  const fresh = useNewRows(
    tracking && !isPlaceholderData ? pageKey : null,
    dataUpdatedAt,
    tracking?.recentPayments.map(({ id }) => id) ?? [],
  );
  const isOldestFirst = filters.order === 'oldest';

  // Rows stay while the same list is refetched, but not under new filters or after the session has
  // ended.
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
    const isFiltered = !list.isUnfiltered;
    const { elsewhere } = tracking;
    return (
      <EmptyState
        role="status"
        className="rounded-xl border border-surface-line bg-surface-raised"
        icon={isFiltered ? <SearchX aria-hidden /> : <Wallet aria-hidden />}
        heading={t(isFiltered ? 'tracking.noMatch.heading' : 'tracking.empty.heading')}
        hint={
          elsewhere.length > 0
            ? t('tracking.noMatch.elsewhere', {
                count: elsewhere.length,
                years: elsewhere.join(', '),
              })
            : t(isFiltered ? 'tracking.noMatch.hint' : 'tracking.empty.hint')
        }
      />
    );
  }
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
        <PaymentsTable
          payments={tracking.recentPayments}
          fresh={fresh}
          timezone={timezone}
          isOldestFirst={isOldestFirst}
          onSort={() => list.changeFilters({ order: isOldestFirst ? '' : 'oldest' })}
          layout={layout}
          onLayout={onLayout}
          isPhone={isPhone}
          onOpen={onOpen}
        />
      </div>
      <p role="status" className="sr-only">
        {fresh.size > 0 && t('tracking.fresh.added', { count: fresh.size })}
      </p>
      <Pager tracking={tracking} list={list} />
    </div>
  );
}
