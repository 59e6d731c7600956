import { useQuery } from '@tanstack/react-query';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { serverNow } from '#client/lib/time/server-clock';

type VotingPhase = 'upcoming' | 'open' | 'closed';

/** Returns `open` until the server has responded; the checkout waits for the response. */
export function useVotingPhase(): VotingPhase {
  const { data: config } = useQuery(publicConfigQuery);
  if (!config || config.voting.isOpen) return 'open';
  const { opensAt } = config.voting;
  return opensAt !== null && Date.parse(opensAt) > serverNow() ? 'upcoming' : 'closed';
}
