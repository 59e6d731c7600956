import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '../../lib/api/public-config';
import { call } from '../../lib/api/request';
import { saveFile } from '../../lib/save-file';
import { Button } from '../../ui/button';
import { toast, toastError } from '../../ui/overlay/toast';
import { AdminPage, SelectField } from '../admin-shell';
import { useAdminMutation } from '../auth';
import { fetchPaymentsFile, TRACKING_KEY } from './api';
import { FilterBar } from './components/filter-bar';
import { HistoryDialog } from './components/history-dialog';
import { PaymentsList } from './components/payments-list';
import { SummaryCards } from './components/summary-cards';
import { TIMEZONE_NAMES } from './model/timezones';
import { countFilters, type ServerFilters } from './model/tracking-filters';
import { PAGE_SIZES, usePaymentsList } from './use-payments-list';

/** Has the server check all pending mobile money payments; absent while that method is off. */
function CheckPaymentsButton() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data: config } = useQuery(publicConfigQuery);
  const check = useAdminMutation({
    mutationFn: (provider: string) =>
      call('POST /api/admin/check-:provider-payments', { params: { provider } }),
    onSuccess: ({ checked, updated, left }) => {
      const done = t('tracking.check.checked', { count: checked, updated });
      const more = t('tracking.check.left', { count: left });
      toast({
        title: t('tracking.check.done'),
        description: left > 0 ? `${done}. ${more}` : done,
      });
      return queryClient.invalidateQueries({ queryKey: [TRACKING_KEY] });
    },
    onError: () => toastError(t('tracking.error.title'), t('tracking.check.failed')),
  });
  // Until it is known, the button keeps its place: nothing moves when it may be pressed.
  if (config && !config.methods.mobileMoney) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={check.isPending}
      disabled={!config}
      onClick={() => config && check.mutate(config.mobileMoneyProvider)}
    >
      {!check.isPending && <RefreshCw aria-hidden className="size-4" />}
      {t('tracking.check.action')}
    </Button>
  );
}

/** Saves all payments that match the filters, not only those of the page. */
function ExportButton({ filters }: { filters: ServerFilters }) {
  const { t } = useTranslation();
  const exporting = useAdminMutation({
    mutationFn: fetchPaymentsFile,
    onSuccess: (file) => {
      if (file.records === 0) {
        // The browser's own alert: it must be confirmed, unlike a toast.
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
  return (
    <Button size="sm" isBusy={exporting.isPending} onClick={() => exporting.mutate(filters)}>
      {!exporting.isPending && <Download aria-hidden className="size-4" />}
      {t('tracking.export.action')}
    </Button>
  );
}

/** All payments: found, counted, exported, and looked into one by one. */
export function VoterTracking() {
  const { t } = useTranslation();
  const list = usePaymentsList();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const { timezone, chooseTimezone, pageSize, choosePageSize } = list;
  return (
    <AdminPage
      title={t('common.voterTracking')}
      intro={t('tracking.intro')}
      actions={
        <>
          <CheckPaymentsButton />
          <ExportButton filters={list.serverFilters} />
        </>
      }
    >
      <SummaryCards
        tracking={list.page.data}
        hasFailed={list.page.isError}
        isFiltered={countFilters(list.filters) > 0}
      />
      <FilterBar {...list} />
      <div className="flex flex-wrap gap-3">
        <SelectField
          isDense
          label={t('tracking.timezone.label')}
          value={timezone}
          choices={TIMEZONE_NAMES}
          textOf={(name) => t(`tracking.timezone.${name}`)}
          onChoose={chooseTimezone}
        />
        <SelectField
          isDense
          label={t('tracking.pageSize')}
          value={pageSize}
          choices={PAGE_SIZES}
          textOf={String}
          onChoose={choosePageSize}
        />
      </div>
      <PaymentsList list={list} onOpen={setOpenedId} />
      {openedId !== null && (
        <HistoryDialog id={openedId} timezone={timezone} onClose={() => setOpenedId(null)} />
      )}
    </AdminPage>
  );
}
