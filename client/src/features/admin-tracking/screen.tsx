import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage, SelectField } from '../admin-shell';
import { CheckPaymentsButton } from './components/check-payments-button';
import { ExportButton } from './components/export-button';
import { FilterBar } from './components/filter-bar';
import { HistoryDialog } from './components/history-dialog';
import { PaymentsList } from './components/payments-list';
import { SummaryCards } from './components/summary-cards';
import { TIMEZONE_NAMES } from './model/timezones';
import { countFilters } from './model/tracking-filters';
import { PAGE_SIZES, usePaymentsList } from './use-payments-list';

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
