import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { DayField, DENSE_FIELD, SelectField } from '../../admin-shell';
import { methodTextKey } from '../model/payment-state';
import { countFilters, FILTER_CHOICES, SEARCH_LENGTH } from '../model/tracking-filters';
import type { PaymentsList } from '../use-payments-list';

/** How long the keys rest before the server is asked. */
const REST_MS = 300;

interface SearchBoxProps {
  initial: string;
  onSearch: (text: string) => void;
}

/** Searches while one types, as soon as the keys rest; at once on Enter. */
function SearchBox({ initial, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The filters may have changed while the keys rested: the latest callback knows them.
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const searchIn = (text: string, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search.current(text.trim()), delayMs);
  };
  return (
    <div className="col-span-2 flex min-w-0 flex-col gap-1 md:col-span-3 xl:col-span-1">
      <label htmlFor={id} className="font-semibold text-ivory-soft text-sm">
        {t('tracking.filter.search')}
      </label>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ivory-muted"
        />
        <input
          id={id}
          type="search"
          maxLength={SEARCH_LENGTH}
          defaultValue={initial}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('tracking.filter.searchHint')}
          onChange={({ target }) => searchIn(target.value, REST_MS)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') searchIn(currentTarget.value, 0);
          }}
          className={clsx(DENSE_FIELD, 'pl-9 placeholder:text-ivory-muted')}
        />
      </div>
    </div>
  );
}

type FilterBarProps = Pick<PaymentsList, 'filters' | 'changeFilters' | 'resetFilters'>;

export function FilterBar({ filters, changeFilters, resetFilters }: FilterBarProps) {
  const { t } = useTranslation();
  const [resets, setResets] = useState(0);
  const active = countFilters(filters);
  const all = t('tracking.filter.all');
  return (
    <search aria-label={t('tracking.filter.label')} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-[1fr_repeat(6,auto)]">
        <SearchBox
          key={resets}
          initial={filters.search}
          onSearch={(search) => changeFilters({ search })}
        />
        <SelectField
          isDense
          label={t('tracking.filter.provider')}
          value={filters.provider}
          choices={['', ...FILTER_CHOICES.provider]}
          textOf={(provider) => (provider ? t(methodTextKey(provider)) : all)}
          onChoose={(provider) => changeFilters({ provider })}
        />
        <SelectField
          isDense
          label={t('tracking.filter.status')}
          value={filters.status}
          choices={['', ...FILTER_CHOICES.status]}
          textOf={(status) => (status ? t(`tracking.status.${status}`) : all)}
          onChoose={(status) => changeFilters({ status })}
        />
        <SelectField
          isDense
          label={t('tracking.filter.attempt')}
          value={filters.attempt}
          choices={['', ...FILTER_CHOICES.attempt]}
          textOf={(attempt) => (attempt ? t(`tracking.state.${attempt}`) : all)}
          onChoose={(attempt) => changeFilters({ attempt })}
        />
        <SelectField
          isDense
          label={t('tracking.filter.look')}
          value={filters.look}
          choices={['', ...FILTER_CHOICES.look]}
          textOf={(look) => (look ? t('tracking.filter.look') : all)}
          onChoose={(look) => changeFilters({ look })}
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
            size="sm"
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
