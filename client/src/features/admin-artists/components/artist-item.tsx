import { clsx } from 'clsx';
import { Pencil, Share2, TrendingUp } from 'lucide-react';
import { memo, type RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLanguage } from '#client/lib/use-language';
import { Button, IconButton } from '#client/ui/button';
import { toastError } from '#client/ui/overlay/toast';
import { Photo } from '#client/ui/photo';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';
import { DeleteButton } from '../../admin-shell';
import { artistLink } from '../../catalog';
import { useShare } from '../../share';

/** Shares the public profile, which is shown within a category: without one there is none. */
function ShareArtistButton({ artist }: { artist: AdminArtist }) {
  const { t } = useTranslation();
  const share = useShare();
  const { name, categories } = artist;
  const press = () => {
    if (categories.length === 0) {
      toastError(
        t('admin.artists.notNominated.title'),
        t('admin.artists.notNominated.description'),
      );
      return;
    }
    void share({ title: name, url: artistLink(artist) }, t('catalog.share.artistCopied'));
  };
  return <IconButton icon={Share2} label={t('catalog.artist.shareOf', { name })} onClick={press} />;
}

export type ViewMode = 'list' | 'grid';

interface ArtistItemProps {
  artist: AdminArtist;
  mode: ViewMode;
  row: number;
  /** Of the first in its row, which is as high as all of it; null for the others. */
  measureRow: RefCallback<HTMLLIElement> | null;
  /** Among all artists of the list, most of which are not in the page. */
  position: number;
  total: number;
  isDeleting: boolean;
  /** With the button that was pressed. */
  onDelete: (id: string, button: HTMLElement) => void;
}

const LOOKS: Record<ViewMode, string> = {
  list: 'flex flex-wrap items-start gap-x-3 p-2 sm:flex-nowrap sm:items-center sm:px-3',
  grid: 'flex flex-col gap-3 p-3',
};

/** One artist of many: drawn again only when something of its own has changed. */
export const ArtistItem = memo((props: ArtistItemProps) => {
  const { artist, mode, isDeleting, onDelete } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, name, photoUrl } = artist;
  const bio = localized(language, artist.bio, artist.bioFr);
  const isList = mode === 'list';
  return (
    <li
      ref={props.measureRow}
      data-index={props.row}
      aria-posinset={props.position}
      aria-setsize={props.total}
      className={clsx('rounded-xl border border-surface-line bg-surface-raised', LOOKS[mode])}
    >
      <div
        className={clsx(
          'shrink-0 overflow-hidden rounded-lg',
          isList ? 'size-14' : 'aspect-[4/3] w-full',
        )}
      >
        <Photo
          address={photoUrl}
          sizes={isList ? '3.5rem' : '20rem'}
          name={name}
          className={isList ? 'text-2xl' : undefined}
        />
      </div>
      <div className={clsx('min-w-0 flex-1', isList && 'sm:flex sm:items-center sm:gap-4')}>
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2 wrap-anywhere font-bold font-sans">
            {name}
            {artist.isTrending && (
              <span className="inline-flex items-center gap-1 font-semibold text-gold text-sm">
                <TrendingUp aria-hidden className="size-4" />
                {t('admin.artists.trending')}
              </span>
            )}
          </h3>
          <p className="line-clamp-2 text-ivory-muted text-sm">
            {bio?.trim() || t('admin.artists.noBio')}
          </p>
        </div>
        <p
          className={clsx(
            'mt-1 shrink-0 wrap-anywhere text-sm tabular-nums',
            isList && 'sm:text-right',
          )}
        >
          <span className="inline-block">
            {t('admin.voteCount', { count: artist.totalVotes })}
            {' ·'}
          </span>{' '}
          <span className="inline-block">
            {t('admin.artists.categoryCount', { count: artist.categoryCount })}
          </span>
        </p>
      </div>
      <div className={clsx('flex shrink-0 justify-end', isList && 'w-full sm:w-auto')}>
        <Button asChild variant="ghost" size="icon" aria-label={t('admin.edit', { name })}>
          <Link href={`/admin/artists/${id}`}>
            <Pencil aria-hidden className="size-5" />
          </Link>
        </Button>
        <ShareArtistButton artist={artist} />
        <DeleteButton
          name={name}
          isBusy={isDeleting}
          onClick={({ currentTarget }) => onDelete(id, currentTarget)}
        />
      </div>
    </li>
  );
});
ArtistItem.displayName = 'ArtistItem';
