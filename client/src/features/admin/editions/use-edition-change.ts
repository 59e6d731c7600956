import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminEditionsQuery } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError } from '#client/lib/api/request';

/** Error codes of rejected changes; every other failure is `failed`. */
const PROBLEMS = [
  'edition-exists',
  'edition-not-draft',
  'edition-not-ready',
  'too-many-editions',
  'changed-meanwhile',
  'rehearsal-under-way',
  'rehearsal-clock-back',
  'rehearsal-unavailable',
  'not-found',
] as const;

/**
 * Changes the editions, and returns the problem to show beside the control.
 * @param onDone the editions are read again once its promise has settled
 */
export function useEditionChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone: (result: Output) => void | Promise<void>,
) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<(typeof PROBLEMS)[number] | 'failed' | null>(null);
  const mutation = useAdminMutation<Output, Input>({
    mutationFn: change,
    onMutate: () => setProblem(null),
    onSuccess: onDone,
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : null;
      setProblem(PROBLEMS.find((known) => known === code) ?? 'failed');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminEditionsQuery.queryKey }),
  });
  return {
    start: mutation.mutate,
    isBusy: mutation.isPending,
    problem: problem && t(`admin-editions.problem.${problem}`),
  };
}
