import { useQuery } from '@tanstack/react-query';
import { FileUp, Plus, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { DeletedList } from '#client/features/admin/catalog/index';
import { QueryView } from '#client/features/admin/shell/index';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { adminArtistsQuery } from './api';
import { ArtistList } from './components/artist-list';

export function ArtistsTab() {
  const { t } = useTranslation();
  const artists = useQuery(adminArtistsQuery);
  const addLink = (text: string) => (
    <Button asChild>
      <Link href="/admin/artists/new">
        <Plus aria-hidden className="size-5" />
        {text}
      </Link>
    </Button>
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold text-xl">{t('admin.dashboard.tab.artists')}</h2>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          <Button asChild variant="outline">
            <Link href="/admin/import">
              <FileUp aria-hidden className="size-5" />
              {t('catalog-import.link')}
            </Link>
          </Button>
          {addLink(t('admin.artists.add'))}
        </div>
      </div>
      <QueryView query={artists}>
        {(all) =>
          all.length > 0 ? (
            <ArtistList artists={all} />
          ) : (
            <>
              <EmptyState
                icon={<Users aria-hidden />}
                heading={t('admin.artists.none.heading')}
                hint={t('admin.artists.none.hint')}
                action={addLink(t('admin.artists.none.add'))}
              />
              <DeletedList kinds={['artists']} isQuiet />
            </>
          )
        }
      </QueryView>
    </>
  );
}
