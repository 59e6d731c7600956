import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { onVoterReturn } from './progress/model/pending-payment';

const { queryKey } = publicConfigQuery;
/** In ms: an answer this young is current. */
const YOUNG_MS = 2_000;
/** Longest wait in ms for what has changed; without an answer, the server decides. */
const MAX_WAIT_MS = 2_000;

/** Refetches what the organiser offers. @returns a promise that is kept after 2 s at the latest */
export async function refetchOffer(queryClient: QueryClient): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([
    queryClient.refetchQueries({ queryKey }),
    new Promise((resolve) => {
      timer = setTimeout(resolve, MAX_WAIT_MS);
    }),
  ]);
  clearTimeout(timer);
}

/** Returns a function that asks what is on offer, unless the last answer has just arrived. */
export function useRefreshOffer(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    const { dataUpdatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {};
    if (Math.abs(Date.now() - dataUpdatedAt) < YOUNG_MS) return;
    void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
  }, [queryClient]);
}

/** Asks what is on offer when the voter returns to the page, or has a network again. */
export function useFreshOffer(): void {
  const refresh = useRefreshOffer();
  useEffect(() => {
    const stopReturns = onVoterReturn(refresh);
    const refreshVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    window.addEventListener('focus', refreshVisible);
    window.addEventListener('online', refreshVisible);
    return () => {
      stopReturns();
      window.removeEventListener('focus', refreshVisible);
      window.removeEventListener('online', refreshVisible);
    };
  }, [refresh]);
}
