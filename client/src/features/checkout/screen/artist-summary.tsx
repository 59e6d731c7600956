import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Photo } from '#client/ui/photo';
import type { ArtistParameter } from '#shared/contracts/checkout';
import { localized } from '#shared/domain/localized';
import type { BallotLine } from './ballot';

interface ArtistSummaryProps {
  artist: Pick<ArtistParameter, 'name' | 'bio' | 'bioFr' | 'photoUrl'>;
  ballot: readonly BallotLine[];
}

export function ArtistSummary({ artist, ballot }: ArtistSummaryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bio = localized(language, artist.bio, artist.bioFr)?.trim();
  return (
    <section className="overflow-hidden rounded-card border border-stage-line bg-stage-raised lg:sticky lg:top-6">
      {/* Grows with its text, should that be larger than the picture. */}
      <div className="relative flex aspect-[5/4] flex-col justify-end lg:aspect-square">
        <div className="absolute inset-0">
          <Photo src={artist.photoUrl} name={artist.name} loading="eager" fetchPriority="high" />
        </div>
        <div className="relative bg-linear-to-t from-stage-raised via-60% via-stage-raised/85 to-transparent px-5 pt-16 pb-1">
          <p className="font-semibold text-gold">{t('checkout.artist.heading')}</p>
          <h1 className="font-extrabold text-4xl leading-[1.05]">{artist.name}</h1>
        </div>
      </div>
      <div className="flex flex-col gap-4 px-5 pt-3 pb-5">
        {bio && <p className="line-clamp-4 text-ivory-soft text-pretty">{bio}</p>}
        {ballot.length > 0 && (
          <ul aria-label={t('checkout.artist.nominatedIn')} className="flex flex-wrap gap-1.5">
            {ballot.map(({ categoryId, name, nameFr }) => (
              <li key={categoryId} className="flex max-w-full">
                <Badge>{localized(language, name, nameFr)}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
