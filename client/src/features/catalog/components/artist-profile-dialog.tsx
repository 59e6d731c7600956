import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Share2, UserRoundX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShare } from '#client/features/share/index';
import { nominationsOfArtist, nominationsOfCategories } from '#client/lib/api/nominations';
import { isMissing } from '#client/lib/api/request';
import { announce } from '#client/lib/page/announce';
import { Button, IconButton } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { Dialog } from '#client/ui/overlay/dialog';
import { Skeleton } from '#client/ui/skeleton';
import { UntranslatedPart } from '#client/ui/untranslated-part';
import type { Artist } from '#shared/contracts/catalog';
import { artistLink } from '../model/artist-link';
import { checkoutPath } from '../model/checkout-link';
import { ArtistProfile } from './artist-profile';
import { LoadError } from './load-error';
import { VoteButton } from './vote-button';

function VoteForArtist({ artist, origin }: { artist: Artist; origin: string | null }) {
  const { t } = useTranslation();
  const share = useShare();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <VoteButton
        size="lg"
        className="wrap-break-word flex-1 basis-40 max-sm:px-5 max-sm:text-base"
        // The profile does not show votes, so the link carries none.
        href={checkoutPath({ ...artist, totalVotes: 0 }, origin)}
        artistId={artist.id}
      >
        <span className="wrap-anywhere line-clamp-3 min-w-0">
          <UntranslatedPart part={artist.name}>
            {t('catalog.profile.voteFor', { name: artist.name })}
          </UntranslatedPart>
        </span>
      </VoteButton>
      <IconButton
        variant="outline"
        className="size-14 shrink-0"
        icon={Share2}
        isLarge
        label={t('catalog.artist.shareOf', { name: artist.name })}
        onClick={() =>
          void share(
            { title: artist.name, url: artistLink(artist) },
            t('catalog.share.profileCopied'),
          )
        }
      />
    </div>
  );
}

interface ArtistProfileDialogProps {
  /** The category in which the voter chose the artist, if any. */
  origin: string | null;
  /** Null closes the dialog. */
  artistId: string | null;
  onClose: () => void;
}

/** The dialog continues to show the last artist while it fades out. */
function useLastArtist(artistId: string | null): string | null {
  const [last, setLast] = useState(artistId);
  if (artistId !== null && artistId !== last) setLast(artistId);
  return artistId ?? last;
}

export function ArtistProfileDialog({ artistId, ...dialog }: ArtistProfileDialogProps) {
  const shownId = useLastArtist(artistId);
  if (shownId === null) return null;
  return <OpenProfile artistId={shownId} isOpen={artistId !== null} {...dialog} />;
}

function OpenProfile({
  artistId,
  isOpen,
  origin,
  onClose,
}: Omit<ArtistProfileDialogProps, 'artistId'> & { artistId: string; isOpen: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data, error, isPending, isLoadingError, refetch } = useQuery(
    nominationsOfArtist(artistId),
  );
  const isNotFound = isMissing(error) || data?.length === 0;
  const isUnanswered = isLoadingError && !isNotFound;
  const nominations = isUnanswered ? nominationsOfCategories(queryClient, artistId) : data;
  const [first] = nominations ?? [];

  let title = t(isNotFound ? 'catalog.profile.notFoundHeading' : 'catalog.loadError.heading');
  let footer = (
    <Button variant="outline" size="lg" className="w-full" onClick={onClose}>
      {t('common.back')}
    </Button>
  );
  if (isPending) {
    title = t('catalog.profile.loading');
    footer = <Skeleton className="h-14 rounded-full" />;
  } else if (first) {
    title = first.artist.name;
    footer = <VoteForArtist artist={first.artist} origin={origin} />;
  }
  const wasPending = useRef(isPending);
  useEffect(() => {
    // The dialog was announced before its artist had loaded.
    if (wasPending.current && !isPending) announce(title);
    wasPending.current = isPending;
  }, [isPending, title]);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={title}
      isTitleHidden
      isTitleName={first !== undefined}
      size="lg"
      footer={footer}
    >
      <div className="profile-frame">
        {isPending && <ProfileSkeleton />}
        {isUnanswered && !first && <LoadError onRetry={() => void refetch()} />}
        {isNotFound && (
          <EmptyState
            icon={<UserRoundX aria-hidden />}
            heading={t('catalog.profile.notFoundHeading')}
            hint={t('catalog.profile.notFoundHint')}
          />
        )}
        {nominations && first && <ArtistProfile artist={first.artist} nominations={nominations} />}
      </div>
    </Dialog>
  );
}

const ProfileSkeleton = () => (
  <div className="profile-layout">
    <Skeleton className="profile-photo rounded-none" />
    <div className="flex flex-col gap-4 p-5 sm:p-6">
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-20" />
      <Skeleton className="h-32" />
    </div>
  </div>
);
