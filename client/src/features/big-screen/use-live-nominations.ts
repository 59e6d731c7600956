import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { nominationsOfCategory } from '#client/lib/api/nominations';
import { call } from '#client/lib/api/request';
import type { Nomination } from '#shared/contracts/catalog';

/** Poll interval in ms while the server sends no events. */
const POLL_MS = 2_000;

/** The current nominations of a category: from the server's event stream, or by polling. */
export function useLiveNominations(categoryId: string) {
  const queryClient = useQueryClient();
  const [hasEventStream, setHasEventStream] = useState(false);
  useEffect(() => {
    const { queryKey } = nominationsOfCategory(categoryId);
    const stream = new EventSource(`/api/nominations/category/${categoryId}/live`);
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      setHasEventStream(true);
      queryClient.setQueryData<Nomination[]>(queryKey, JSON.parse(data));
    };
    // The browser reconnects by itself; after a permanent rejection this polls instead.
    stream.onerror = () => setHasEventStream(false);
    return () => stream.close();
  }, [categoryId, queryClient]);
  return useQuery({
    ...nominationsOfCategory(categoryId),
    refetchInterval: hasEventStream ? false : POLL_MS,
  });
}

/** All votes, for the team member who reveals the ranks; forbidden for everyone else. */
export const useAllVotes = (categoryId: string) =>
  useQuery({
    queryKey: ['/api/admin/nominations/category', categoryId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/nominations/category/:categoryId', { params: { categoryId }, signal }),
  });
