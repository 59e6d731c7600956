import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Artist } from '#shared/contracts/catalog';
import { Button } from '../../ui/button';
import { useShare } from '../share';
import { artistLink } from './artist-link';
import { checkoutPath } from './checkout-link';
import { VoteButton } from './vote-button';

export function VoteForArtist({ artist }: { artist: Artist }) {
  const { t } = useTranslation();
  const share = useShare();
  return (
    <div className="flex items-center gap-3">
      <VoteButton
        size="lg"
        className="flex-1 max-sm:px-5 max-sm:text-base"
        // The profile says nothing of votes, so none travel with it.
        href={checkoutPath({ ...artist, totalVotes: 0 })}
      >
        {t('catalog.profile.voteFor', { name: artist.name })}
      </VoteButton>
      <Button
        variant="outline"
        size="icon"
        className="size-14"
        aria-label={t('catalog.artist.shareOf', { name: artist.name })}
        onClick={() =>
          void share(
            { title: artist.name, url: artistLink(artist) },
            t('catalog.share.profileCopied'),
          )
        }
      >
        <Share2 aria-hidden className="size-6" />
      </Button>
    </div>
  );
}
