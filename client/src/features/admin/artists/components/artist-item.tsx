import { clsx } from 'clsx';
import { Images, Pencil, Share2, Star, TrendingUp } from 'lucide-react';
import { memo, type RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { FrenchMissing } from '#client/features/admin/catalog/index';
import { DeleteButton } from '#client/features/admin/shell/index';
import { artistLink, postersLink } from '#client/features/catalog/index';
import { useShare } from '#client/features/share/index';
import { useLanguage } from '#client/lib/use-language';
import { Button, IconButton } from '#client/ui/button';
import { toastError } from '#client/ui/overlay/toast';
import { Photo } from '#client/ui/picture/photo';
import { Separator } from '#client/ui/separator';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';

/**
 * Shares the public profile, which is shown within a category: an artist without one has no
 * profile.
 */
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
  /** Set for the first item in a row, which is as high as the row; null for the others. */
  measureRow: RefCallback<HTMLLIElement> | null;
  /** Position among all artists of the list, most of which are not in the page. */
  position: number;
  total: number;
  isDeleting: boolean;
  /** Called with the button that was pressed. */
  onDelete: (artist: AdminArtist, button: HTMLElement) => void;
}

const ITEM_CLASSES: Record<ViewMode, string> = {
  list: 'flex flex-wrap items-center gap-x-3 border-surface-line border-b px-2 py-0.5 last:border-b-0 sm:flex-nowrap',
  grid: 'flex flex-col gap-3 rounded-xl border border-surface-line bg-surface-raised p-3',
};

const MARK = 'inline-flex items-center gap-1 font-semibold text-gold text-sm [&_svg]:size-4';

/** The name, and the artist's status at a glance. */
function Name({ artist }: { artist: AdminArtist }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <h3 className="wrap-anywhere font-bold font-sans">{artist.name}</h3>
      {artist.isTrending && (
        <span className={MARK}>
          <TrendingUp aria-hidden />
          {t('admin.artists.trending')}
        </span>
      )}
      {artist.isFeatured && (
        <span className={MARK}>
          <Star aria-hidden />
          {t('admin.artists.featured')}
        </span>
      )}
      {artist.lacksFrench && <FrenchMissing />}
    </div>
  );
}

/** Everything in one line, where space allows. */
function ListTexts({ artist }: { artist: AdminArtist }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const categories = artist.categories.map(({ name, nameFr }) => localized(language, name, nameFr));
  return (
    <div className="min-w-0 grow basis-44 sm:grid sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_6.5rem] sm:items-center sm:gap-x-4">
      <Name artist={artist} />
      <p className="line-clamp-1 wrap-anywhere text-ivory-muted text-sm">
        {categories.join(', ') || t('admin.artists.categoryCount', { count: 0 })}
      </p>
      <p className="text-sm tabular-nums sm:text-right">
        {t('admin.voteCount', { count: artist.totalVotes })}
      </p>
    </div>
  );
}

function GridTexts({ artist }: { artist: AdminArtist }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bio = localized(language, artist.bio, artist.bioFr);
  return (
    <div className="min-w-0 flex-1">
      <Name artist={artist} />
      <p className="line-clamp-2 text-ivory-muted text-sm">
        {bio?.trim() || t('admin.artists.noBio')}
      </p>
      <p className="mt-1 wrap-anywhere text-sm tabular-nums">
        <span className="inline-block">
          {t('admin.voteCount', { count: artist.totalVotes })}
          <Separator />
        </span>{' '}
        <span className="inline-block">
          {t('admin.artists.categoryCount', { count: artist.categoryCount })}
        </span>
      </p>
    </div>
  );
}

/** One artist of many: rendered again only when its own props change. */
export const ArtistItem = memo((props: ArtistItemProps) => {
  const { artist, mode, isDeleting, onDelete } = props;
  const { t } = useTranslation();
  const { id, name, photoUrl } = artist;
  const isList = mode === 'list';
  return (
    <li
      ref={props.measureRow}
      data-index={props.row}
      aria-posinset={props.position}
      aria-setsize={props.total}
      className={ITEM_CLASSES[mode]}
    >
      <div
        className={clsx(
          'shrink-0 overflow-hidden rounded-lg',
          isList ? 'size-9' : 'aspect-[4/3] w-full',
        )}
      >
        <Photo
          address={photoUrl}
          sizes={isList ? '2.25rem' : '20rem'}
          name={name}
          className={isList ? 'text-[min(1.125rem,5vw)]' : undefined}
        />
      </div>
      {isList ? <ListTexts artist={artist} /> : <GridTexts artist={artist} />}
      <div className="ml-auto flex max-w-full shrink-0 flex-wrap justify-end">
        <Button asChild variant="ghost" size="icon" aria-label={t('admin.edit', { name })}>
          <Link href={`/admin/artists/${id}`}>
            <Pencil aria-hidden className="size-5" />
          </Link>
        </Button>
        {artist.categories.length > 0 && (
          <Button
            asChild
            variant="ghost"
            size="icon"
            aria-label={t('catalog.profile.postersOf', { name })}
          >
            <Link href={postersLink(artist)}>
              <Images aria-hidden className="size-5" />
            </Link>
          </Button>
        )}
        <ShareArtistButton artist={artist} />
        <DeleteButton
          name={name}
          voteCount={artist.totalVotes}
          isBusy={isDeleting}
          onClick={({ currentTarget }) => onDelete(artist, currentTarget)}
        />
      </div>
    </li>
  );
});
ArtistItem.displayName = 'ArtistItem';
