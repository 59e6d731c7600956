import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { LayoutGrid, List, RotateCcw, SearchX } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletedList } from '#client/features/admin/catalog/index';
import { adminCategoriesQuery } from '#client/features/admin/categories/index';
import { DENSE_FIELD, SelectField, useDeleteWithUndo } from '#client/features/admin/shell/index';
import { useStoredChoice } from '#client/lib/browser/use-stored-choice';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button, IconButton } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';
import {
  ARTIST_SHOWN,
  ARTIST_SORTS,
  type ArtistFilters,
  activeFilterCount,
  findArtists,
  NO_FILTERS,
  orderArtists,
} from '../model/artist-filters';
import { rememberedList, rememberList } from '../model/list-memory';
import type { ViewMode } from './artist-item';
import { ArtistRows } from './artist-rows';

const ICONS = { list: List, grid: LayoutGrid } satisfies Record<ViewMode, typeof List>;
const MODES: readonly ViewMode[] = ['list', 'grid'];

interface ViewToggleProps {
  mode: ViewMode;
  onChange: (mode: ViewMode) => void;
}

function ViewToggle({ mode: chosen, onChange }: ViewToggleProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t('admin.artists.view')}</legend>
      {MODES.map((mode) => (
        <IconButton
          key={mode}
          icon={ICONS[mode]}
          label={t(`admin.artists.viewMode.${mode}`)}
          aria-pressed={mode === chosen}
          className={clsx(mode === chosen && 'bg-surface-high text-gold')}
          onClick={() => onChange(mode)}
        />
      ))}
    </fieldset>
  );
}

interface FilterBarProps {
  filters: ArtistFilters;
  onChange: (filters: ArtistFilters) => void;
  mode: ViewMode;
  onModeChange: (mode: ViewMode) => void;
}

/** Shows the filters, in one line on a wide screen to leave room for the artists. */
function FilterBar({ filters, onChange, mode, onModeChange }: FilterBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: categories = [] } = useQuery(adminCategoriesQuery);
  const namesById = new Map([
    ['', t('admin.artists.allCategories')],
    ...categories.map(({ id, name, nameFr }) => [id, localized(language, name, nameFr)] as const),
  ]);
  // Deleted artists are listed by time of deletion.
  const isOfDeleted = filters.show === 'deleted';
  return (
    <search
      className={clsx(
        'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-center gap-2 sm:grid-cols-2',
        isOfDeleted ? 'lg:grid-cols-[2fr_1fr_auto]' : 'lg:grid-cols-[2fr_1fr_1fr_1fr_auto_auto]',
      )}
    >
      <input
        type="search"
        aria-label={t('admin.artists.search')}
        placeholder={t(
          isOfDeleted ? 'admin.catalog.searchPlaceholder' : 'admin.artists.searchPlaceholder',
        )}
        value={filters.search}
        onChange={(event) => onChange({ ...filters, search: event.target.value })}
        className={clsx(DENSE_FIELD, 'placeholder:text-ivory-muted max-sm:col-span-full')}
      />
      <SelectField
        isDense
        isLabelHidden
        label={t('admin.catalog.show')}
        value={filters.show}
        choices={ARTIST_SHOWN}
        textOf={(show) =>
          show === 'all' ? t('admin.artists.all') : t(`admin.catalog.shown.${show}`)
        }
        onChoose={(show) => onChange({ ...filters, show })}
      />
      {!isOfDeleted && (
        <>
          <SelectField
            isDense
            isLabelHidden
            label={t('admin.artists.category')}
            value={filters.categoryId}
            choices={[...namesById.keys()]}
            textOf={(id) => namesById.get(id) ?? ''}
            onChoose={(categoryId) => onChange({ ...filters, categoryId })}
          />
          <SelectField
            isDense
            isLabelHidden
            label={t('admin.artists.sortBy')}
            value={filters.sort}
            choices={ARTIST_SORTS}
            textOf={(sort) => t(`admin.artists.sort.${sort}`)}
            onChoose={(sort) => onChange({ ...filters, sort })}
          />
        </>
      )}
      <Button variant="outline" size="sm" onClick={() => onChange(NO_FILTERS)}>
        <RotateCcw aria-hidden className="size-4" />
        {t('admin.artists.reset')}
      </Button>
      {!isOfDeleted && <ViewToggle mode={mode} onChange={onModeChange} />}
    </search>
  );
}

export function ArtistList({ artists }: { artists: AdminArtist[] }) {
  const { t } = useTranslation();
  const [filters, setFilters] = useState(() => rememberedList().filters);
  const [mode, setMode] = useStoredChoice('adminArtistViewMode', MODES, 'list');
  const countText = useRef<HTMLParagraphElement>(null);
  // Typing has priority; a long list follows when there is time.
  const deferredFilters = useDeferredValue(filters);
  const ordered = useMemo(
    () => orderArtists(artists, deferredFilters.sort),
    [artists, deferredFilters.sort],
  );
  const shown = useMemo(() => findArtists(ordered, deferredFilters), [ordered, deferredFilters]);
  const filterCount = activeFilterCount(filters);
  const deletion = useDeleteWithUndo('artists');
  const { mutate } = deletion;
  const filter = (next: ArtistFilters) => {
    setFilters(next);
    rememberList({ filters: next });
  };
  const deleteArtist = useCallback(
    ({ id, totalVotes }: AdminArtist, button: HTMLElement) => {
      const item = button.closest('li');
      const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
      mutate(
        { id, voteCount: totalVotes },
        {
          onSuccess: () => {
            const { activeElement } = document;
            // The focused button disappeared with its artist, unless the focus has moved on.
            if (activeElement !== document.body && !item?.contains(activeElement)) return;
            const link = neighbour?.isConnected ? neighbour.querySelector('a') : null;
            (link ?? countText.current)?.focus();
          },
        },
      );
    },
    [mutate],
  );

  const bar = <FilterBar filters={filters} onChange={filter} mode={mode} onModeChange={setMode} />;
  if (filters.show === 'deleted') {
    return (
      <>
        {bar}
        <div className="mt-4">
          <DeletedList kinds={['artists', 'nominations']} search={deferredFilters.search} />
        </div>
      </>
    );
  }
  return (
    <>
      {bar}
      <div className="my-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p
          ref={countText}
          tabIndex={-1}
          role="status"
          className="font-semibold text-sm outline-none"
        >
          {t('admin.artists.count', { shown: shown.length, count: artists.length })}
        </p>
        {filterCount > 0 && <Badge>{t('admin.artists.filterCount', { count: filterCount })}</Badge>}
      </div>
      {shown.length > 0 ? (
        <ArtistRows
          artists={shown}
          mode={mode}
          deletingId={deletion.isPending ? deletion.variables.id : null}
          onDelete={deleteArtist}
        />
      ) : (
        <EmptyState
          icon={<SearchX aria-hidden />}
          heading={t('admin.artists.notFound.heading')}
          hint={t('admin.artists.notFound.hint')}
          action={
            <Button onClick={() => filter(NO_FILTERS)}>{t('admin.artists.notFound.clear')}</Button>
          }
        />
      )}
    </>
  );
}
