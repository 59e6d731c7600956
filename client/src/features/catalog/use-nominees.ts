import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import { nominationsOfCategory } from '#client/lib/api/nominations';
import { PageRenderContext } from '#client/lib/browser/page-render';
import { useOwnArtistIds } from '#client/lib/offline/own-votes';
import { sessionSeed, shuffledBySeed } from './model/nominee-order';

/** The value differs only in another tab. */
const neverChanges = () => () => undefined;

/**
 * The nominees of a category: first those this device voted for, then the others in the order of
 * this browser session.
 */
export function useNominees(categoryId: string) {
  const { orderSeed: serverSeed } = useContext(PageRenderContext);
  const { data, isPending, refetch } = useQuery(nominationsOfCategory(categoryId));
  const seed = useSyncExternalStore(
    neverChanges,
    () => sessionSeed(serverSeed),
    () => serverSeed ?? '',
  );
  const ownIds = useOwnArtistIds();
  const nominations = useMemo(
    () =>
      data &&
      shuffledBySeed(data, seed).sort(
        (a, b) => Number(ownIds.has(b.artist.id)) - Number(ownIds.has(a.artist.id)),
      ),
    [data, seed, ownIds],
  );
  return { nominations, ownIds, isPending, refetch };
}
