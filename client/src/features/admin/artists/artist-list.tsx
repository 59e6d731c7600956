import { SearchX } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminArtist } from '../../../../../shared/contracts/admin-catalog';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { useDeleteWithUndo } from '../shell/use-delete-with-undo';
import { activeFilterCount, filterArtists, NO_FILTERS } from './artist-filters';
import { ArtistItem } from './artist-item';
import { FilterBar } from './filter-bar';
import { useViewMode } from './view-mode';
import { ViewToggle } from './view-toggle';

export function ArtistList({ artists }: { artists: AdminArtist[] }) {
  const { t } = useTranslation();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [mode, setMode] = useViewMode();
  const countText = useRef<HTMLParagraphElement>(null);
  // Typing goes first; a long list follows as soon as there is time.
  const followed = useDeferredValue(filters);
  const shown = useMemo(() => filterArtists(artists, followed), [artists, followed]);
  const filterCount = activeFilterCount(filters);
  const deletion = useDeleteWithUndo('/api/admin/artists', {
    deleted: t('admin.artists.deleted'),
    failed: t('admin.artists.deleteFailed'),
    restored: t('admin.artists.restored'),
    restoreFailed: t('admin.artists.restoreFailed'),
  });
  const { mutate } = deletion;
  const deleteArtist = useCallback(
    // The button that had the focus is gone with its artist.
    (id: string) => mutate(id, { onSuccess: () => countText.current?.focus() }),
    [mutate],
  );

  return (
    <>
      <FilterBar filters={filters} onChange={setFilters} />
      <div className="my-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p ref={countText} tabIndex={-1} role="status" className="font-semibold outline-none">
          {t('admin.artists.count', { shown: shown.length, count: artists.length })}
        </p>
        {filterCount > 0 && <Badge>{t('admin.artists.filterCount', { count: filterCount })}</Badge>}
        <div className="ml-auto">
          <ViewToggle mode={mode} onChange={setMode} />
        </div>
      </div>
      {shown.length > 0 ? (
        <ul
          className={
            mode === 'list'
              ? 'flex flex-col gap-2'
              : 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-3'
          }
        >
          {shown.map((artist) => (
            <ArtistItem
              key={artist.id}
              artist={artist}
              mode={mode}
              isDeleting={deletion.isPending && deletion.variables === artist.id}
              onDelete={deleteArtist}
            />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={<SearchX aria-hidden />}
          heading={t('admin.artists.notFound.heading')}
          hint={t('admin.artists.notFound.hint')}
          action={
            <Button onClick={() => setFilters(NO_FILTERS)}>
              {t('admin.artists.notFound.clear')}
            </Button>
          }
        />
      )}
    </>
  );
}
