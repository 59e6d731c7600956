import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { publicConfigQuery } from '#client/lib/api/public-config';
import {
  forgetArtist,
  type OwnVotes,
  ownArtists,
  useOwnVotes,
} from '#client/lib/offline/own-votes';
import { Button } from '#client/ui/button';
import { Photo } from '#client/ui/picture/photo';
import type { FeaturedArtist } from '#shared/contracts/catalog';

interface ArtistRowProps {
  id: string;
  heading: string;
  /** The server finds the page of those without a category, nominated again or in an archive. */
  artists: readonly (Omit<FeaturedArtist, 'categoryId'> & { categoryId: string | null })[];
  /** Removes the artist from the row. */
  onRemove?: (artistId: string) => void;
}

const ITEM =
  'group flex w-[6.5rem] flex-col items-center gap-2 rounded-card p-1 text-center font-semibold text-sm leading-snug';

/** A row between the categories that links to the profiles. */
function ArtistRow({ id, heading, artists, onRemove }: ArtistRowProps) {
  const { t } = useTranslation();
  const [isRemoving, setIsRemoving] = useState(false);
  if (artists.length === 0) return null;
  return (
    <div className="col-span-full min-w-0 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="font-bold text-2xl leading-tight">
          {heading}
        </h2>
        {onRemove && (
          <Button
            variant="ghost"
            className="-mr-3 px-3 text-sm"
            aria-pressed={isRemoving}
            onClick={() => setIsRemoving(!isRemoving)}
          >
            {t(isRemoving ? 'catalog.own.done' : 'catalog.own.edit')}
          </Button>
        )}
      </div>
      <ul
        aria-labelledby={id}
        className="-mx-4 mt-1 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-2 sm:-mx-6 sm:scroll-px-6 sm:px-6"
      >
        {artists.map(({ id: artistId, name, photoUrl, categoryId }) => {
          const face = (
            <>
              <span
                aria-hidden
                className="relative size-24 overflow-hidden rounded-full border-2 border-gold/60 transition-colors group-hover:border-gold"
              >
                <Photo address={photoUrl} sizes="6rem" name={name} className="text-3xl" />
                {isRemoving && (
                  <span className="absolute inset-0 flex items-center justify-center bg-surface/70 text-ivory">
                    <X className="size-9" />
                  </span>
                )}
              </span>
              <span translate="no" className="wrap-anywhere line-clamp-3 max-w-full">
                {name}
              </span>
            </>
          );
          return (
            <li key={artistId} className="shrink-0 snap-start">
              {onRemove && isRemoving ? (
                <button
                  type="button"
                  className={ITEM}
                  aria-label={t('catalog.own.remove', { name })}
                  onClick={() => onRemove(artistId)}
                >
                  {face}
                </button>
              ) : categoryId === null ? (
                <a href={`/a/${artistId}`} className={ITEM}>
                  {face}
                </a>
              ) : (
                <Link href={`/category/${categoryId}?artist=${artistId}`} className={ITEM}>
                  {face}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Artists this device voted for, and artists the organiser features. */
export function ArtistRows({ featured }: { featured: readonly FeaturedArtist[] }) {
  const { t } = useTranslation();
  const own = ownArtists(useOwnVotes());
  const { data: config } = useQuery(publicConfigQuery);
  // Votes stored before there were several editions may be of an earlier one.
  const isCurrent = ({ edition }: OwnVotes) =>
    edition ? edition.year === config?.event.year : !config?.hasArchive;
  return (
    <>
      <ArtistRow
        id="own-artists"
        heading={t('catalog.own.heading')}
        artists={own.map((votes) => ({
          ...votes.artist,
          categoryId: isCurrent(votes) ? votes.categoryId : null,
        }))}
        onRemove={forgetArtist}
      />
      <ArtistRow id="featured" heading={t('catalog.categories.featured')} artists={featured} />
    </>
  );
}
