import { useQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state';
import { ArtistCard } from './artist-card';
import { NomineeGridSkeleton } from './category-skeleton';
import { LoadError } from './load-error';
import { nominationsOf } from './queries';
import { useProfileInHistory } from './use-profile-in-history';

/** Comes while the nominees are looked at, so that the list of categories loads without dialogs. */
const ArtistProfileDialog = lazy(async () => ({
  default: (await import('./artist-profile-dialog')).ArtistProfileDialog,
}));

interface NomineeSectionProps {
  categoryId: string;
  sharedArtistId: string | null;
}

export function NomineeSection({ categoryId, sharedArtistId }: NomineeSectionProps) {
  const { t } = useTranslation();
  const profile = useProfileInHistory();
  return (
    <section aria-label={t('catalog.category.nomineesHeading')}>
      <Nominees
        categoryId={categoryId}
        sharedArtistId={sharedArtistId}
        onViewProfile={profile.open}
      />
      <Suspense>
        <ArtistProfileDialog artistId={profile.openArtistId} onClose={profile.close} />
      </Suspense>
    </section>
  );
}

function Nominees({
  categoryId,
  sharedArtistId,
  onViewProfile,
}: NomineeSectionProps & { onViewProfile: (artistId: string) => void }) {
  const { t } = useTranslation();
  const { data: nominations, isPending, refetch } = useQuery(nominationsOf(categoryId));

  if (isPending) return <NomineeGridSkeleton />;
  if (!nominations) return <LoadError onRetry={() => void refetch()} />;
  if (nominations.length === 0) {
    return (
      <EmptyState
        icon={<UserRoundSearch aria-hidden />}
        heading={t('catalog.category.emptyHeading')}
        hint={t('catalog.category.emptyHint')}
      />
    );
  }
  return (
    <ul className="nominee-grid">
      {nominations.map((nomination) => (
        <li key={nomination.id} className="flex">
          <ArtistCard
            nomination={nomination}
            isShared={nomination.artist.id === sharedArtistId}
            onViewProfile={() => onViewProfile(nomination.artist.id)}
          />
        </li>
      ))}
    </ul>
  );
}
