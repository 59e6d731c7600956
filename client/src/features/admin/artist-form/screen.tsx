import { useQuery } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'wouter';
import { adminCategoriesQuery } from '#client/features/admin/categories/index';
import { LoadFailed } from '#client/features/admin/shell/index';
import { isMissing } from '#client/lib/api/request';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { Spinner } from '#client/ui/spinner';
import { artistToEdit } from './api';
import { ArtistForm } from './components/artist-form';

/** Edits the artist in the address, or creates an artist when the address names none. */
export function ArtistFormScreen() {
  const { t } = useTranslation();
  const { id: artistId = null } = useParams();
  usePageTitle(t(artistId === null ? 'artist-form.titleNew' : 'artist-form.titleEdit'));
  const artist = useQuery({ ...artistToEdit(artistId ?? ''), enabled: artistId !== null });
  const categories = useQuery(adminCategoriesQuery);

  // Only when it never loaded: a form that is being filled in stays when a refetch fails.
  const artistError = artist.isLoadingError ? artist.error : null;
  const error = artistError ?? (categories.isLoadingError ? categories.error : null);
  if (isMissing(artistError)) {
    return (
      <EmptyState
        headingAs="h1"
        role="alert"
        icon={<UserRoundX aria-hidden />}
        heading={t('artist-form.missing.title')}
        hint={t('artist-form.missing.hint')}
        action={
          <Button asChild>
            <Link href="/admin">{t('artist-form.back')}</Link>
          </Button>
        }
      />
    );
  }
  if (error) {
    return (
      <div className="mx-auto max-w-page px-3 py-5 sm:px-6">
        <LoadFailed
          headingAs="h1"
          error={error}
          texts={{
            heading: t('artist-form.loadFailed.title'),
            hint: t('artist-form.loadFailed.hint'),
          }}
          isRetrying={artist.isFetching || categories.isFetching}
          onRetry={() => {
            if (artist.isError) void artist.refetch();
            if (categories.isError) void categories.refetch();
          }}
        />
      </div>
    );
  }
  if (!categories.data || (artistId !== null && !artist.data)) {
    return (
      <div className="flex justify-center py-24 text-gold">
        <Spinner className="size-10" label={t('common.loading')} />
      </div>
    );
  }
  return <ArtistForm artist={artist.data ?? null} categories={categories.data} />;
}
