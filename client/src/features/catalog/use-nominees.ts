import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import { nominationsOfCategory } from '../../lib/api/nominations';
import { PageDrawingContext } from '../../lib/page/page-drawing';
import { sessionSeed, shuffledBySeed } from './model/nominee-order';

/** It is another one in another tab only. */
const neverChanges = () => () => undefined;

/** The nominees of a category, in the order of this browser session. */
export function useNominees(categoryId: string) {
  const { orderSeed: served } = useContext(PageDrawingContext);
  const { data, isPending, refetch } = useQuery(nominationsOfCategory(categoryId));
  const seed = useSyncExternalStore(
    neverChanges,
    () => sessionSeed(served),
    () => served ?? '',
  );
  const nominations = useMemo(() => data && shuffledBySeed(data, seed), [data, seed]);
  return { nominations, isPending, refetch };
}
