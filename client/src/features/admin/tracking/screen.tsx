import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Ellipsis, RefreshCw } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { call, isSignedOut } from '#client/lib/api/request';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { saveFile } from '#client/lib/save-file';
import { Button } from '#client/ui/button';
import { toast, toastError } from '#client/ui/overlay/toast';
import { providerName } from '#shared/domain/provider-name';
import { type ExportLayout, fetchPaymentsFile, TRACKING_KEY } from './api';
import { FilterBar } from './components/filter-bar';
import { HistoryDialog } from './components/history-dialog';
import { PaymentsList } from './components/payments-list';
import { PopoverPanel } from './components/popover-panel';
import { SummaryCards } from './components/summary-cards';
import { ViewLinks } from './components/view-links';
import { readLayout } from './model/columns';
import { countFilters, filtersForServer } from './model/tracking-filters';
import { type PaymentsList as PaymentsListState, usePaymentsList } from './use-payments-list';
import { useStored } from './use-stored';

/**
 * Makes every provider check its pending payments. One that cannot be reached does not hide the
 * results of the others.
 * @throws when none of them can be reached, or the administrator may not
 */
async function checkPayments(providers: readonly string[]) {
  const results = await Promise.allSettled(
    providers.map((provider) =>
      call('POST /api/admin/check-:provider-payments', { params: { provider } }),
    ),
  );
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected' && (done.length === 0 || isSignedOut(failed.reason))) {
    throw failed.reason;
  }
  const sumOf = (count: (one: (typeof done)[number]) => number) =>
    done.reduce((sum, one) => sum + count(one), 0);
  return {
    checked: sumOf(({ checked }) => checked),
    updated: sumOf(({ updated }) => updated),
    left: sumOf(({ left }) => left),
    // The same payments for every provider.
    others: Math.max(0, ...done.map(({ others }) => others)),
    unreached: providers.filter((_name, at) => results[at]?.status === 'rejected'),
  };
}

/** Makes the server check all pending mobile money payments; hidden while that method is off. */
function CheckPaymentsButton() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data: config } = useQuery(publicConfigQuery);
  const check = useAdminMutation({
    mutationFn: checkPayments,
    onSuccess: ({ checked, updated, left, others, unreached }) => {
      const sentences = [
        t('tracking.check.checked', { count: checked, updated }),
        t('tracking.check.open', { count: checked - updated }),
        t('tracking.check.left', { count: left }),
        t('tracking.check.others', { count: others }),
        t('tracking.check.unreached', {
          providers: unreached.map(providerName).join(', '),
        }),
      ];
      const included = [true, checked > updated, left > 0, others > 0, unreached.length > 0];
      toast({
        title: t('tracking.check.done'),
        description: sentences.filter((_sentence, index) => included[index]).join('. '),
      });
      return queryClient.invalidateQueries({ queryKey: [TRACKING_KEY] });
    },
    onError: () => toastError(t('tracking.error.title'), t('tracking.check.failed')),
  });
  // Until the configuration has loaded, the button reserves its place: nothing moves when it
  // becomes available.
  if (config && !config.methods.mobileMoney) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={check.isPending}
      disabled={!config}
      onClick={() => config && check.mutate(config.mobileMoneyProviders)}
    >
      {!check.isPending && <RefreshCw aria-hidden className="size-4" />}
      {t('tracking.check.action')}
    </Button>
  );
}

interface ExportButtonProps {
  layout: ExportLayout;
  list: Pick<PaymentsListState, 'filters' | 'timezone'>;
}

/** Exports all payments that match the filters, not only those of the page. */
function ExportButton({ layout, list }: ExportButtonProps) {
  const { t } = useTranslation();
  const exporting = useAdminMutation({
    mutationFn: fetchPaymentsFile,
    onSuccess: (file) => {
      if (file.records === 0) {
        // The browser's own alert: unlike a toast, it must be confirmed.
        window.alert(t('tracking.export.nothing'));
        return;
      }
      saveFile(file.name, file.content);
      toast({
        title: t('tracking.export.done'),
        description: t('tracking.export.exported', { count: file.records }),
      });
    },
    onError: () => toastError(t('tracking.error.title'), t('tracking.export.failed')),
  });
  const { filters, timezone } = list;
  return (
    <Button
      variant={layout === 'tracking' ? 'gold' : 'outline'}
      size="sm"
      isBusy={exporting.isPending}
      onClick={() =>
        exporting.mutate({ layout, filters: filtersForServer(filters, timezone), timezone })
      }
    >
      {!exporting.isPending && <Download aria-hidden className="size-4" />}
      {t(layout === 'tracking' ? 'tracking.export.action' : 'tracking.export.accounting')}
    </Button>
  );
}

/** All payments: searched, counted, exported, and opened one by one. */
export function VoterTracking() {
  const { t } = useTranslation();
  usePageTitle(t('common.voterTracking'));
  const list = usePaymentsList();
  const [layout, setLayout] = useStored('adminVoterColumns', readLayout);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const isWide = useIsWide();
  const { page, filters, timezone } = list;
  const isFiltered = countFilters(filters) > 0;
  const isEmpty = !isFiltered && list.isUnfiltered && page.data?.recentPayments.length === 0;
  const actions = (
    <>
      <CheckPaymentsButton />
      <ExportButton layout="accounting" list={list} />
      <ExportButton layout="tracking" list={list} />
    </>
  );
  return (
    <AdminPage
      title={t('common.voterTracking')}
      intro={t('tracking.intro')}
      actions={
        isWide ? (
          actions
        ) : (
          <PopoverPanel
            label={t('tracking.actions')}
            icon={<Ellipsis aria-hidden className="size-5" />}
          >
            {actions}
          </PopoverPanel>
        )
      }
    >
      <div className="flex flex-col gap-1.5">
        <SummaryCards tracking={page.data} hasFailed={page.isError} isFiltered={isFiltered} />
        {!isEmpty && (
          <>
            <ViewLinks {...list} />
            <FilterBar list={list} layout={layout} onLayout={isWide ? setLayout : null} />
          </>
        )}
        <PaymentsList
          list={list}
          layout={layout}
          onLayout={setLayout}
          isPhone={!isWide}
          onOpen={setOpenedId}
        />
      </div>
      {openedId !== null && (
        <HistoryDialog id={openedId} timezone={timezone} onClose={() => setOpenedId(null)} />
      )}
    </AdminPage>
  );
}

const wide = matchMedia('(min-width: 48rem)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** True when the actions fit beside the title. */
const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
