import { clsx } from 'clsx';
import { Columns3, RefreshCw, Search, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField, DENSE_FIELD, SelectField, useShown } from '#client/features/admin/shell/index';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { Checkbox } from '#client/ui/fields/checkbox';
import { COLUMN_IDS, FIXED_COLUMN, STANDARD_LAYOUT, type TableLayout } from '../model/columns';
import { methodTextKey } from '../model/payment-state';
import { formatTimeOnClock } from '../model/timezones';
import { countFilters, dayOf, FILTER_CHOICES, SEARCH_LENGTH } from '../model/tracking-filters';
import type { PaymentsList } from '../use-payments-list';
import { columnTextKey } from './payments-table';
import { PopoverPanel } from './popover-panel';

interface SearchBoxProps {
  text: string;
  onType: (text: string) => void;
  onSearch: (text: string) => void;
}

/** Searches when typing pauses, or at once on Enter. */
function SearchBox({ text, onType, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  const input = useShown(text);
  return (
    <div className="relative min-w-0 grow">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ivory-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={t('tracking.filter.search')}
        maxLength={SEARCH_LENGTH}
        defaultValue={text}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('tracking.filter.searchHint')}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') onSearch(currentTarget.value.trim());
        }}
        className={clsx(DENSE_FIELD, 'text-ellipsis pl-9 placeholder:text-ivory-muted')}
      />
    </div>
  );
}

type FilterFieldsProps = Pick<PaymentsList, 'filters' | 'changeFilters' | 'timezone'>;

function FilterFields({ filters, changeFilters, timezone }: FilterFieldsProps) {
  const { t } = useTranslation();
  const all = t('tracking.filter.all');
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 md:grid-cols-5">
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
      <DayField
        label={t('tracking.filter.from')}
        day={dayOf(filters.from, timezone)}
        onPick={(from) => changeFilters({ from })}
      />
      <DayField
        label={t('tracking.filter.to')}
        day={filters.to}
        onPick={(to) => changeFilters({ to })}
      />
    </div>
  );
}

interface ColumnsPanelProps {
  layout: TableLayout;
  onLayout: (layout: TableLayout) => void;
}

function ColumnsPanel({ layout, onLayout }: ColumnsPanelProps) {
  const { t } = useTranslation();
  return (
    <PopoverPanel
      label={t('tracking.columns.label')}
      icon={<Columns3 aria-hidden className="size-4" />}
    >
      <fieldset className="flex flex-col sm:grid sm:grid-cols-2 sm:gap-x-4">
        <legend className="sr-only">{t('tracking.columns.label')}</legend>
        {COLUMN_IDS.filter((id) => id !== FIXED_COLUMN).map((column) => (
          <Checkbox
            key={column}
            label={t(columnTextKey(column))}
            checked={layout.shown.includes(column)}
            onChange={(isShown) =>
              onLayout({
                ...layout,
                shown: COLUMN_IDS.filter((id) =>
                  id === column ? isShown : layout.shown.includes(id),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <Button variant="ghost" size="sm" onClick={() => onLayout(STANDARD_LAYOUT)}>
        {t('tracking.columns.reset')}
      </Button>
    </PopoverPanel>
  );
}

interface FilterBarProps extends Pick<ColumnsPanelProps, 'layout'> {
  list: PaymentsList;
  /** Null when the columns cannot be changed. */
  onLayout: ColumnsPanelProps['onLayout'] | null;
}

/** Search, filters, columns, and the age of the data: in one line until the filters are opened. */
export function FilterBar({ list, layout, onLayout }: FilterBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const fieldsId = useId();
  const [isOpen, setOpen] = useState(false);
  const { page, filters, changeFilters, timezone } = list;
  const active = countFilters({ ...filters, search: '' });
  const asOf = page.data
    ? t('tracking.fresh.asOf', { time: formatTimeOnClock(page.dataUpdatedAt, language, timezone) })
    : t('tracking.fresh.none');
  return (
    <search aria-label={t('tracking.filter.label')} className="relative flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <SearchBox
          text={filters.search}
          onType={list.search}
          onSearch={(search) => changeFilters({ search })}
        />
        <Button
          variant="outline"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={fieldsId}
          onClick={() => setOpen(!isOpen)}
          className="max-md:px-2"
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          <span className="max-md:sr-only">{t('tracking.filter.label')}</span>
          {active > 0 && (
            <span className="rounded-full bg-gold px-1.5 text-gold-ink text-xs tabular-nums">
              {active}
            </span>
          )}
        </Button>
        {onLayout && <ColumnsPanel layout={layout} onLayout={onLayout} />}
        <Button
          variant="outline"
          size="sm"
          disabled={page.isFetching}
          aria-label={`${t('tracking.fresh.refresh')} – ${asOf}`}
          onClick={list.refresh}
          className="max-md:px-0"
        >
          <RefreshCw
            aria-hidden
            className={clsx('size-4', page.isFetching && 'motion-safe:animate-spin')}
          />
          <span className="tabular-nums max-md:sr-only">{asOf}</span>
        </Button>
      </div>
      <div id={fieldsId} hidden={!isOpen}>
        <FilterFields filters={filters} changeFilters={changeFilters} timezone={timezone} />
      </div>
    </search>
  );
}
