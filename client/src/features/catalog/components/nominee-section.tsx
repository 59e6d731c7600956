import { Users } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { navigate, useHistoryState, useSearch } from 'wouter/use-browser-location';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { useNear } from '#client/lib/page/use-near';
import { useIdleImport } from '#client/lib/when-idle';
import { EmptyState } from '#client/ui/empty-state';
import { ANY_CATEGORY, artistAddress } from '#shared/domain/artist-address';
import { LongPageFilter } from '../filter/components/long-page-filter';
import { useNominees } from '../use-nominees';
import { ArtistCard } from './artist-card';
import { NomineeGridSkeleton } from './category-skeleton';
import { LoadError } from './load-error';

/**
 * Identifies this load of the page. Read once, because WebKit measures it differently each time.
 */
const PAGE_LOADED_AT = performance.timeOrigin;

interface ProfileEntry {
  profileOf: string;
  /**
   * True when the address names a category too; otherwise the page is that of the first one that
   * nominates the artist.
   */
  isInCategory: boolean;
  /**
   * The load of the page that opened it: a reload restores the history entry without opening the
   * profile.
   */
  openedIn: number;
}

const isProfileEntry = (state: unknown): state is ProfileEntry =>
  typeof state === 'object' &&
  state !== null &&
  'profileOf' in state &&
  typeof state.profileOf === 'string' &&
  'openedIn' in state &&
  state.openedIn === PAGE_LOADED_AT;

function open(artistId: string, isInCategory = true): void {
  const state = { profileOf: artistId, isInCategory, openedIn: PAGE_LOADED_AT };
  navigate(window.location.href, { state: state satisfies ProfileEntry });
}

const close = (): void => window.history.back();

/** Opens the artist in the address once; afterwards the address names only the page. */
function openFromAddress(): void {
  const address = new URL(window.location.href);
  const artistId = address.searchParams.get('artist');
  if (artistId === null) return;
  const isInCategory = address.searchParams.get('category') !== ANY_CATEGORY;
  address.searchParams.delete('artist');
  address.searchParams.delete('category');
  navigate(address, { replace: true });
  if (artistId) open(artistId, isInCategory);
}

/**
 * Id of the artist whose profile is open. An open profile is a history entry of its own, so that
 * the phone's Back button closes it instead of leaving the page.
 */
function useProfileInHistory() {
  const state = useHistoryState<unknown>();
  const search = useSearch({ ssrSearch: '' });
  useEffect(() => {
    if (search) openFromAddress();
  }, [search]);
  const entry = isProfileEntry(state) ? state : null;
  return { openArtistId: entry?.profileOf ?? null, isInCategory: entry?.isInCategory, open, close };
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
            origin={profile.isInCategory === false ? null : categoryId}
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
  const [shownIds, setShownIds] = useState<ReadonlySet<string> | null>(null);

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
  const shown = nominations.filter(({ artist }) => shownIds?.has(artist.id) ?? true);
  return (
    <>
      <LongPageFilter
        label={t('catalog.category.filter', { count: nominations.length })}
        items={nominations.map(({ artist: { id, name } }) => ({ id, names: [name] }))}
        onShown={setShownIds}
      />
      <ul className="nominee-grid">
        {shown.map((nomination, index) => (
          <Nominee
            key={nomination.id}
            isRenderedAtOnce={index < RENDERED_AT_ONCE || nomination.artist.id === sharedArtistId}
            nomination={nomination}
            isShared={nomination.artist.id === sharedArtistId}
            isOwn={ownIds.has(nomination.artist.id)}
            place={index}
            onViewProfile={() => onViewProfile(nomination.artist.id)}
          />
        ))}
      </ul>
    </>
  );
}

/** More cards than a large screen shows before scrolling. */
const RENDERED_AT_ONCE = 12;

/** Until it is near the viewport, a card is only a link to the profile of the same height. */
function Nominee({
  isRenderedAtOnce,
  ...card
}: ComponentProps<typeof ArtistCard> & { isRenderedAtOnce: boolean }) {
  const { artist, category } = card.nomination;
  const [isNear, place] = useNear(isRenderedAtOnce);
  return (
    <li ref={place} data-artist={artist.id} className="@container flex">
      {isNear || isRenderedAtOnce ? (
        <ArtistCard {...card} />
      ) : (
        <Link
          href={artistAddress(category.id, artist.id, true)}
          translate="no"
          className="wrap-anywhere min-h-31 w-full rounded-card border border-surface-line bg-surface-raised p-4 font-bold font-display text-lg sm:min-h-140"
        >
          {artist.name}
        </Link>
      )}
    </li>
  );
}
