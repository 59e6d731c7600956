import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError } from '#client/lib/api/request';
import { toast } from '#client/ui/overlay/toast';
import { teamQuery } from './api';

/** What the server says of a change that it does not make; every other failure is `failed`. */
const PROBLEMS = [
  'own-role',
  'already-member',
  'already-invited',
  'not-found',
  'validation',
] as const;
export type TeamProblem = (typeof PROBLEMS)[number] | 'failed';

type Done = 'invited' | 'withdrawn' | 'changed' | 'revoked' | 'signedOut';

/**
 * A change of the team, and what stood in its way: to be said where it was asked for.
 * @param onDone with the list as it is now
 */
export function useTeamChange<Input = void>(
  done: Done,
  change: (input: Input) => Promise<unknown>,
  onDone?: () => void,
) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<TeamProblem | null>(null);
  const mutation = useAdminMutation<unknown, Input>({
    mutationFn: change,
    onMutate: () => setProblem(null),
    onSuccess: () => {
      toast({ title: t(`team.done.${done}`) });
      onDone?.();
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : null;
      setProblem(PROBLEMS.find((one) => one === code) ?? 'failed');
    },
    // After a refusal too: somebody else may have been quicker.
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
  return {
    start: mutation.mutate,
    isBusy: mutation.isPending,
    problem: problem && t(`team.problem.${problem}`),
    /** Something is typed anew. */
    forget: () => setProblem(null),
  };
}
