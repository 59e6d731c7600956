import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';
import { FIELD } from './field-look';
import { providerTextKey } from './provider-text';
import { SearchBox } from './search-box';
import { SelectField } from './select-field';
import { countFilters, FILTER_CHOICES } from './tracking-filters';
import type { PaymentsList } from './use-payments-list';

type FilterBarProps = Pick<PaymentsList, 'filters' | 'changeFilters' | 'resetFilters'>;

export function FilterBar({ filters, changeFilters, resetFilters }: FilterBarProps) {
  const { t } = useTranslation();
  const [resets, setResets] = useState(0);
  const active = countFilters(filters);
  const all = { value: '' as const, text: t('tracking.filter.all') };
  return (
    <search aria-label={t('tracking.filter.label')} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4 xl:grid-cols-[2fr_1fr_1fr_1fr_1fr_1fr]">
        <SearchBox
          key={resets}
          initial={filters.search}
          onSearch={(search) => changeFilters({ search })}
        />
        <SelectField
          label={t('tracking.filter.provider')}
          value={filters.provider}
          options={[
            all,
            ...FILTER_CHOICES.provider.map((value) => ({
              value,
              text: t(providerTextKey(value)),
            })),
          ]}
          onChoose={(provider) => changeFilters({ provider })}
        />
        <SelectField
          label={t('tracking.filter.status')}
          value={filters.status}
          options={[
            all,
            ...FILTER_CHOICES.status.map((value) => ({
              value,
              text: t(`tracking.status.${value}`),
            })),
          ]}
          onChoose={(status) => changeFilters({ status })}
        />
        <SelectField
          label={t('tracking.filter.attempt')}
          value={filters.attempt}
          options={[
            all,
            ...FILTER_CHOICES.attempt.map((value) => ({
              value,
              text: t(`tracking.state.${value}`),
            })),
          ]}
          onChoose={(attempt) => changeFilters({ attempt })}
        />
        <DayField
          key={`from ${resets}`}
          label={t('tracking.filter.from')}
          initial={filters.from}
          onPick={(from) => changeFilters({ from })}
        />
        <DayField
          key={`to ${resets}`}
          label={t('tracking.filter.to')}
          initial={filters.to}
          onPick={(to) => changeFilters({ to })}
        />
      </div>
      {active > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <span className="font-semibold text-ivory-soft text-sm">
            {t('tracking.filter.active', { count: active })}
          </span>
          <Button
            variant="outline"
            className="px-4 py-1.5 text-sm"
            onClick={() => {
              resetFilters();
              setResets(resets + 1);
            }}
          >
            {t('tracking.filter.reset')}
          </Button>
        </div>
      )}
    </search>
  );
}

interface DayFieldProps {
  label: string;
  initial: string;
  onPick: (day: string) => void;
}

/** Keeps its own text: half a date is no filter yet, and must not be taken from under the keys. */
function DayField({ label, initial, onPick }: DayFieldProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-semibold text-ivory-soft text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        min="2000-01-01"
        max="9999-12-30"
        defaultValue={initial}
        onChange={({ target }) => onPick(target.value)}
        className={FIELD}
      />
    </div>
  );
}
