import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { nominationsOfCategory } from '#client/lib/api/nominations';
import { call } from '#client/lib/api/request';
import type { Nomination } from '#shared/contracts/catalog';

/** While the server sends nothing by itself. */
const POLL_MS = 2_000;

/** The nominations of a category as they stand: the server tells of each change, or is asked. */
export function useLiveNominations(categoryId: string) {
  const queryClient = useQueryClient();
  const [isTold, setIsTold] = useState(false);
  useEffect(() => {
    const { queryKey } = nominationsOfCategory(categoryId);
    const stream = new EventSource(`/api/nominations/category/${categoryId}/live`);
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      setIsTold(true);
      queryClient.setQueryData<Nomination[]>(queryKey, JSON.parse(data));
    };
    // The browser connects again by itself; who is refused for good asks from now on.
    stream.onerror = () => setIsTold(false);
    return () => stream.close();
  }, [categoryId, queryClient]);
  return useQuery({
    ...nominationsOfCategory(categoryId),
    refetchInterval: isTold ? false : POLL_MS,
  });
}

/** All votes, for who opens the places on the stage; refused to everybody but the team. */
export const useAllVotes = (categoryId: string) =>
  useQuery({
    queryKey: ['/api/admin/nominations/category', categoryId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/nominations/category/:categoryId', { params: { categoryId }, signal }),
  });
