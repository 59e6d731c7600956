import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Artist, Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { isMissing } from '../../lib/api';
import { useLanguage } from '../../lib/use-language';
import { usePageTitle } from '../../lib/use-page-title';
import { CategoryHero } from './category-hero';
import { CategoryLoadError } from './category-load-error';
import { CategoryNotFound } from './category-not-found';
import { CategorySkeleton } from './category-skeleton';
import { NomineeSection } from './nominee-section';
import { categoriesQuery, categoryQuery } from './queries';
import { SharedBanner } from './shared-banner';

interface CategoryScreenProps {
  categoryId: string;
  /** The artist whose nomination somebody shared: their card stands out. */
  sharedArtist?: Artist;
}

export function CategoryScreen({ categoryId, sharedArtist }: CategoryScreenProps) {
  const queryClient = useQueryClient();
  const {
    data: category,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...categoryQuery(categoryId),
    // Whoever comes from the list sees the hero at once, while the answer is on its way.
    placeholderData: () =>
      queryClient
        .getQueryData(categoriesQuery.queryKey)
        ?.find((listed) => listed.id === categoryId),
  });

  if (isPending) return <CategorySkeleton />;
  if (isMissing(error)) return <CategoryNotFound />;
  if (!category) return <CategoryLoadError onRetry={() => void refetch()} />;
  return <FoundCategory category={category} {...(sharedArtist ? { sharedArtist } : {})} />;
}

function FoundCategory({ category, sharedArtist }: { category: Category; sharedArtist?: Artist }) {
  const language = useLanguage();
  usePageTitle(localized(language, category.name, category.nameFr));
  return (
    <>
      <CategoryHero category={category} />
      <div className="mx-auto max-w-page px-4 pb-16 sm:px-6">
        {sharedArtist && <SharedBanner name={sharedArtist.name} />}
        <NomineeSection categoryId={category.id} sharedArtistId={sharedArtist?.id ?? null} />
      </div>
    </>
  );
}
