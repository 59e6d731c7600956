import { useQuery } from '@tanstack/react-query';
import { publicConfigQuery } from '../../lib/api/public-config';

type VotingPhase = 'upcoming' | 'open' | 'closed';

/** Open until the server has told otherwise: the checkout asks again in any case. */
export function useVotingPhase(): VotingPhase {
  const { data: config } = useQuery(publicConfigQuery);
  if (!config || config.voting.isOpen) return 'open';
  const { opensAt } = config.voting;
  return opensAt !== null && new Date(opensAt) > new Date() ? 'upcoming' : 'closed';
}
