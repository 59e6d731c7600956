import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../admin-shell';
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
    <div className="mx-auto flex max-w-page flex-col gap-5 px-3 py-5 sm:px-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-bold text-2xl outline-none">{t('common.voterTracking')}</h1>
          <p className="text-ivory-soft text-sm">{t('tracking.intro')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CheckPaymentsButton />
          <ExportButton filters={list.serverFilters} />
        </div>
      </header>
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
          onChange={({ target }) => {
            const chosen = TIMEZONE_NAMES.find((name) => name === target.value);
            if (chosen) chooseTimezone(chosen);
          }}
        >
          {TIMEZONE_NAMES.map((name) => (
            <option key={name} value={name}>
              {t(`tracking.timezone.${name}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          isDense
          label={t('tracking.pageSize')}
          value={pageSize}
          onChange={({ target }) => choosePageSize(Number(target.value))}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </SelectField>
      </div>
      <PaymentsList list={list} onOpen={setOpenedId} />
      {openedId !== null && (
        <HistoryDialog id={openedId} timezone={timezone} onClose={() => setOpenedId(null)} />
      )}
    </div>
  );
}
