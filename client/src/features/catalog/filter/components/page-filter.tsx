import { useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { nameKey } from '#shared/domain/name-key';
import type { Found } from '../../search/model/catalogue-search';

/** An artist or a category on a page. */
export interface FilterItem {
  id: string;
  names: readonly (string | null)[];
}

export interface PageFilterProps {
  label: string;
  items: readonly FilterItem[];
  /** Called with the ids of matching items; null without a text. */
  onShown: (ids: ReadonlySet<string> | null) => void;
}

const idOf = (found: Found): string =>
  found.kind === 'artist' ? found.artist.id : found.category.id;

/**
 * Filters a long page by name and announces the number of matches. The search index is loaded when
 * the field gets the focus: until it has loaded, or if it fails to, names are compared as written.
 */
export function PageFilter({ label, items, onShown }: PageFilterProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [count, setCount] = useState<number | null>(null);
  const [find, setFind] = useState<((text: string) => readonly Found[]) | null>(null);

  const load = () => {
    if (find) return;
    importOrReload(() => import('../../search/api'))
      .then(({ searchQuery }) => queryClient.fetchQuery({ ...searchQuery, staleTime: 60_000 }))
      .then((search) => setFind(() => (text: string) => search(text).all))
      .catch(() => undefined);
  };

  const show = (text: string) => {
    const key = nameKey(text);
    const found = new Set(find?.(text).map(idOf));
    const matching = items.filter(
      ({ id, names }) =>
        found.has(id) || names.some((name) => name !== null && nameKey(name).includes(key)),
    );
    setCount(key ? matching.length : null);
    onShown(key ? new Set(matching.map(({ id }) => id)) : null);
  };

  return (
    <search className="relative block max-w-xl">
      <Search aria-hidden className="absolute top-3.5 left-4 size-5 text-gold" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onFocus={load}
        onChange={({ target }) => show(target.value)}
        className="search-field"
      />
      <p role="status" className={count === 0 ? 'mt-3 text-ivory-soft' : 'sr-only'}>
        {count === 0 && t('catalog.search.none')}
        {count ? t('catalog.search.results', { count }) : null}
      </p>
    </search>
  );
}
