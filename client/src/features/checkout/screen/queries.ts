import { queryOptions } from '@tanstack/react-query';
import type { Nomination } from '../../../../../shared/contracts/catalog';
import { get } from '../../../lib/api';

/** What one artist can be voted for; votes go by the ids of this answer alone. */
export const nominationsOfArtist = (artistId: string) =>
  queryOptions({
    queryKey: ['/api/nominations/artist', artistId],
    queryFn: get<Nomination[]>(),
  });
