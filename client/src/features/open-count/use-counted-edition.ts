import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '#client/lib/api/categories';
import { archiveQuery } from '#client/lib/api/editions';
import { publicConfigQuery } from '#client/lib/api/public-config';
import type { PublicCategory } from '#shared/contracts/catalog';
import type { ResultPolicy } from '#shared/domain/results';

/** A category whose votes the page shows. */
export type CountedCategory = Pick<PublicCategory, 'id' | 'name' | 'nameFr'>;

/** What the site shows of the edition that the page is about. */
export interface CountedEdition {
  /** Year of an archived edition; null for the current one. */
  archivedYear: string | null;
  /** Form in which its votes are public; undefined while that is unknown. */
  shows: ResultPolicy | undefined;
  /** Empty when they failed to load. */
  categories: readonly CountedCategory[];
}

/** @param year of the chosen edition; null for the current one */
export function useCountedEdition(year: string | null): CountedEdition & { isPending: boolean } {
  const { data: config, isPending } = useQuery(publicConfigQuery);
  // Receipts name their edition while it is the current one, too.
  const archivedYear = isPending || year === config?.event.year ? null : year;
  const isArchived = archivedYear !== null;
  const categories = useQuery({ ...categoriesQuery, enabled: !isArchived });
  const archive = useQuery({ ...archiveQuery(archivedYear ?? ''), enabled: isArchived });
  return {
    archivedYear,
    shows: isArchived ? archive.data?.shows : config?.results.shows,
    categories: (isArchived ? archive.data?.list : categories.data) ?? [],
    isPending: isPending || (isArchived ? archive : categories).isPending,
  };
}
