import { Users } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate, useHistoryState, useSearch } from 'wouter/use-browser-location';
import { importOrReload } from '#client/lib/import-or-reload';
import { useIdleImport } from '#client/lib/page/when-idle';
import { EmptyState } from '#client/ui/empty-state';
import { useNominees } from '../use-nominees';
import { ArtistCard } from './artist-card';
import { NomineeGridSkeleton } from './category-skeleton';
import { LoadError } from './load-error';

interface ProfileEntry {
  profileOf: string;
  /** In which life of the page: a reload brings the entry back, and opens nothing. */
  openedIn: number;
}

const isProfileEntry = (state: unknown): state is ProfileEntry =>
  typeof state === 'object' &&
  state !== null &&
  'profileOf' in state &&
  typeof state.profileOf === 'string' &&
  'openedIn' in state &&
  state.openedIn === performance.timeOrigin;

const open = (artistId: string): void =>
  navigate(window.location.href, {
    state: { profileOf: artistId, openedIn: performance.timeOrigin } satisfies ProfileEntry,
  });

const close = (): void => window.history.back();

/** Opens the artist that the address names, once: afterwards the address names only the page. */
function openFromAddress(): void {
  const address = new URL(window.location.href);
  const artistId = address.searchParams.get('artist');
  if (artistId === null) return;
  address.searchParams.delete('artist');
  navigate(address, { replace: true });
  if (artistId) open(artistId);
}

/**
 * Whose profile is open. An open profile is a history entry of its own, so that the phone's Back
 * button closes it instead of leaving the page.
 */
function useProfileInHistory() {
  const state = useHistoryState<unknown>();
  const search = useSearch({ ssrSearch: '' });
  useEffect(() => {
    if (search) openFromAddress();
  }, [search]);
  return { openArtistId: isProfileEntry(state) ? state.profileOf : null, open, close };
}

const importDialog = () => import('./artist-profile-dialog');

const ArtistProfileDialog = lazy(async () => ({
  default: (await importOrReload(importDialog)).ArtistProfileDialog,
}));

interface NomineeSectionProps {
  categoryId: string;
  sharedArtistId: string | null;
}

export function NomineeSection({ categoryId, sharedArtistId }: NomineeSectionProps) {
  const { t } = useTranslation();
  const profile = useProfileInHistory();
  const [isDialogNeeded, setIsDialogNeeded] = useState(false);
  if (profile.openArtistId !== null && !isDialogNeeded) setIsDialogNeeded(true);

  useIdleImport(importDialog);

  return (
    <section aria-label={t('catalog.category.nomineesHeading')}>
      <Nominees
        categoryId={categoryId}
        sharedArtistId={sharedArtistId}
        onViewProfile={profile.open}
      />
      {isDialogNeeded && (
        <Suspense>
          <ArtistProfileDialog
            categoryId={categoryId}
            artistId={profile.openArtistId}
            onClose={profile.close}
          />
        </Suspense>
      )}
    </section>
  );
}

function Nominees({
  categoryId,
  sharedArtistId,
  onViewProfile,
}: NomineeSectionProps & { onViewProfile: (artistId: string) => void }) {
  const { t } = useTranslation();
  const { nominations, ownIds, isPending, refetch } = useNominees(categoryId);

  if (isPending) return <NomineeGridSkeleton />;
  if (!nominations) return <LoadError onRetry={() => void refetch()} />;
  if (nominations.length === 0) {
    return (
      <EmptyState
        icon={<Users aria-hidden />}
        heading={t('catalog.category.emptyHeading')}
        hint={t('catalog.category.emptyHint')}
      />
    );
  }
  return (
    <ul className="nominee-grid">
      {nominations.map((nomination, index) => (
        <li key={nomination.id} data-artist={nomination.artist.id} className="@container flex">
          <ArtistCard
            nomination={nomination}
            isShared={nomination.artist.id === sharedArtistId}
            isOwn={ownIds.has(nomination.artist.id)}
            isFirst={index === 0}
            onViewProfile={() => onViewProfile(nomination.artist.id)}
          />
        </li>
      ))}
    </ul>
  );
}
