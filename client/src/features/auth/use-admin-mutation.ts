import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, isForbidden, wantsSignInAgain } from '#client/lib/api/request';
import { useLanguage } from '#client/lib/use-language';
import { toastError } from '#client/ui/overlay/toast';
import { currentUserQuery } from './api';
import { isUnauthorized, signInAgain } from './model/sign-in-again';

/**
 * A mutation by an administrator. When the session has ended, a toast says so and the browser is
 * redirected to the sign-in, which returns to this page. A toast is also shown when the role does
 * not allow the change, when the user did not sign in again for it, or when the chosen edition is
 * archived. `onError` receives only other errors.
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
        // Actions without permission are no longer offered.
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      } else if (wantsSignInAgain(error)) {
        toastError(t('sign-in.admin.unauthorized'), t('sign-in.admin.notAgain'));
      } else if (error instanceof ApiError && error.code === 'edition-archived') {
        toastError(t('sign-in.admin.archived'), t('sign-in.admin.archivedHint'));
      } else return options.onError?.(error, ...rest);
    },
  });
}
