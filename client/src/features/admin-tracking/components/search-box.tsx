import { Search } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#client/lib/cn';
import { DENSE_FIELD } from '../../admin-shell';
import { SEARCH_LENGTH } from '../model/tracking-filters';

/** How long the keys rest before the server is asked. */
const REST_MS = 300;

interface SearchBoxProps {
  initial: string;
  onSearch: (text: string) => void;
}

/** Searches while one types, as soon as the keys rest; at once on Enter. */
export function SearchBox({ initial, onSearch }: SearchBoxProps) {
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
    <div className="col-span-2 flex min-w-0 flex-col gap-1 md:col-span-4 xl:col-span-1">
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
          className={cn(DENSE_FIELD, 'pl-9 placeholder:text-ivory-muted')}
        />
      </div>
    </div>
  );
}
