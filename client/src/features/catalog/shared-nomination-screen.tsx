import { useQuery } from '@tanstack/react-query';
import { isMissing } from '../../lib/api';
import { CategoryLoadError } from './category-load-error';
import { CategoryNotFound } from './category-not-found';
import { CategoryScreen } from './category-screen';
import { CategorySkeleton } from './category-skeleton';
import { sharedNominationQuery } from './queries';

/** The category screen, with the nomination that the link belongs to in the light. */
export function SharedNominationScreen({ link }: { link: string }) {
  const { data: shared, error, isPending, refetch } = useQuery(sharedNominationQuery(link));

  if (isPending) return <CategorySkeleton />;
  if (isMissing(error)) return <CategoryNotFound />;
  if (!shared) return <CategoryLoadError onRetry={() => void refetch()} />;
  return <CategoryScreen categoryId={shared.categoryId} sharedArtist={shared.artist} />;
}
