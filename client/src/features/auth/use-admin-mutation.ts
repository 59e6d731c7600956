import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isForbidden, wantsSignInAgain } from '#client/lib/api/request';
import { useLanguage } from '#client/lib/use-language';
import { toastError } from '#client/ui/overlay/toast';
import { currentUserQuery } from './api';
import { isUnauthorized, signInAgain } from './model/sign-in-again';

/**
 * A change an administrator makes. If the session has ended, a toast says so and the login leads
 * back to this page; if their role does not allow it, or not any more, or they would not sign in
 * again for it, a toast says that. `onError` receives every other error only.
 */
export function useAdminMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  return useMutation({
    ...options,
    onError(error, ...rest) {
      if (isUnauthorized(error)) signInAgain(t, language);
      else if (isForbidden(error)) {
        toastError(t('sign-in.admin.unauthorized'), t('sign-in.admin.otherRole'));
        // What is not for them is not offered any longer.
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      } else if (wantsSignInAgain(error)) {
        toastError(t('sign-in.admin.unauthorized'), t('sign-in.admin.notAgain'));
      } else return options.onError?.(error, ...rest);
    },
  });
}
