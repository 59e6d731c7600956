import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import { nominationsOfCategory } from '../../lib/api/nominations';
import { PageDrawingContext } from '../../lib/page/page-drawing';
import { featuredQuery } from './api';
import { sessionSeed, shuffledBySeed } from './model/nominee-order';

/** It is another one in another tab only. */
const neverChanges = () => () => undefined;

/** In the order of this browser session. */
function useSessionOrder<T extends { id: string }>(items: readonly T[] | undefined) {
  const { orderSeed: served } = useContext(PageDrawingContext);
  const seed = useSyncExternalStore(
    neverChanges,
    () => sessionSeed(served),
    () => served ?? '',
  );
  return useMemo(() => items && shuffledBySeed(items, seed), [items, seed]);
}

/** The nominees of a category, in the order of this browser session. */
export function useNominees(categoryId: string) {
  const { data, isPending, refetch } = useQuery(nominationsOfCategory(categoryId));
  return { nominations: useSessionOrder(data), isPending, refetch };
}

/** Whom the organiser puts forward, in the same order; nobody where that is not known. */
export function useFeatured() {
  const { data, isPending } = useQuery(featuredQuery);
  return { featured: useSessionOrder(data) ?? [], isPending };
}
