import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { toast } from '#client/ui/toast';
import type { AdminArtist } from '#shared/contracts/admin-catalog';
import { artistLink } from '../../catalog';
import { useShare } from '../../share';

/** Shares the public profile, which is shown within a category: without one there is none. */
export function ShareArtistButton({ artist }: { artist: AdminArtist }) {
  const { t } = useTranslation();
  const share = useShare();
  const { name, categories } = artist;
  const press = () => {
    if (categories.length === 0) {
      toast({
        title: t('admin.artists.notNominated.title'),
        description: t('admin.artists.notNominated.description'),
        variant: 'destructive',
      });
      return;
    }
    void share({ title: name, url: artistLink(artist) }, t('catalog.share.artistCopied'));
  };
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t('catalog.artist.shareOf', { name })}
      onClick={press}
    >
      <Share2 aria-hidden className="size-5" />
    </Button>
  );
}
