import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError } from '#client/lib/api/request';
import { toast } from '#client/ui/overlay/toast';
import { teamQuery } from './api';

/** Error codes of rejected changes; every other failure is `failed`. */
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
 * Changes the team, and returns the problem to show beside the control.
 * @param onDone called with the updated list
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
      setProblem(PROBLEMS.find((problem) => problem === code) ?? 'failed');
    },
    // After a rejection too: another owner may have made a change first.
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
  return {
    start: mutation.mutate,
    isBusy: mutation.isPending,
    problem: problem && t(`team.problem.${problem}`),
    /** Clears the problem when the input changes. */
    forget: () => setProblem(null),
  };
}
