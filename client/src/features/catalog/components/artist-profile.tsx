import { Images, Layers, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import { Photo } from '#client/ui/picture/photo';
import type { Artist, Nomination } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { CategoryIcon } from '../category-art/components/category-icon';
import { postersLink } from '../model/artist-link';
import { nominationTexts } from '../model/nomination-texts';

interface ArtistProfileProps {
  artist: Artist;
  nominations: readonly Nomination[];
}

export function ArtistProfile({ artist, nominations }: ArtistProfileProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bio = localized(language, artist.bio, artist.bioFr)?.trim();
  return (
    <div className="profile-layout">
      <div className="profile-photo">
        <Photo
          address={artist.photoUrl}
          sizes="(min-width: 40rem) 20rem, 100vw"
          name={artist.name}
          loading="eager"
        />
      </div>
      {/* Otherwise a nameless tab stop in Firefox; the content around it can be scrolled with the
          keyboard. */}
      <div
        tabIndex={-1}
        className="flex flex-col gap-5 p-5 outline-none sm:overflow-y-auto sm:p-6 sm:pr-16"
      >
        <div>
          <h2 translate="no" className="wrap-anywhere font-extrabold text-3xl leading-tight">
            {artist.name}
          </h2>
          <div className="mt-3 flex flex-wrap gap-2">
            {artist.isTrending && (
              <Badge variant="amber">
                <TrendingUp aria-hidden />
                {t('catalog.artist.trending')}
              </Badge>
            )}{' '}
            <Badge>
              <Layers aria-hidden />
              {t('catalog.categoryCount', { count: nominations.length })}
            </Badge>
          </div>
        </div>
        <p className="text-ivory-soft text-pretty">{bio || t('catalog.profile.bioFallback')}</p>
        <div>
          <h3 className="font-semibold text-ivory-muted text-sm">
            {t('catalog.profile.nominatedIn')}
          </h3>
          <ul className="mt-2 flex flex-col divide-y divide-surface-line">
            {nominations.map((nomination) => (
              <NominationRow key={nomination.id} nomination={nomination} />
            ))}
          </ul>
        </div>
        <Button asChild variant="outline" size="sm" className="self-start">
          <Link href={postersLink(artist)}>
            <Images aria-hidden className="size-5" />
            {t('catalog.profile.posters')}
          </Link>
        </Button>
      </div>
    </div>
  );
}

function NominationRow({ nomination }: { nomination: Nomination }) {
  const language = useLanguage();
  const { category } = nomination;
  const { title } = nominationTexts(nomination, language);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-xl bg-surface-high text-gold">
        <CategoryIcon name={category.icon} className="size-5" />
      </span>
      <span className="wrap-anywhere min-w-0 flex-1 basis-[8rem]">
        <span className="block font-semibold leading-snug">
          {localized(language, category.name, category.nameFr)}
        </span>
        {title && <span className="block text-ivory-soft text-sm">{title}</span>}
      </span>
    </li>
  );
}
