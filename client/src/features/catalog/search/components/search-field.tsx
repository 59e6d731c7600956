import { Search } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBrowser } from '#client/lib/browser/page-render';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { SearchFailed } from './search-panel';
import type { SearchResultsProps } from './search-results';

const ID = 'search';

/**
 * A plain field. The code that searches is loaded at the first touch and attaches to this element:
 * replacing it would lose the focus and close a phone's keyboard.
 */
export function SearchField() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  // The existing element when the page is rendered again: the visitor may have typed into it.
  const [serverField] = useState(() => (isBrowser ? document.getElementById(ID) : null));
  const [hadFocus] = useState(() => isBrowser && serverField === document.activeElement);
  const [Results, setResults] = useState<ComponentType<SearchResultsProps> | null>(null);
  const [hasLoadFailed, setHasLoadFailed] = useState(false);

  const load = () => {
    setHasLoadFailed(false);
    importOrReload(() => import('./search-results')).then(
      ({ SearchResults }) => setResults(() => SearchResults),
      () => setHasLoadFailed(true),
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration.
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    if (serverField instanceof HTMLInputElement && serverField !== input) {
      input.value = serverField.value;
      if (hadFocus) input.focus();
    }
    if (input.value || input === document.activeElement) load();
  }, []);

  return (
    <search className="relative mt-1 max-w-xl sm:mt-2">
      <Search aria-hidden className="absolute top-3.5 left-4 size-5 text-gold" />
      <input
        ref={field}
        id={ID}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={false}
        aria-label={t('catalog.search.label')}
        placeholder={t('catalog.search.label')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onFocus={load}
        className="search-field"
      />
      {hasLoadFailed && <SearchFailed onRetry={load} />}
      {Results && field.current && <Results input={field.current} />}
    </search>
  );
}
