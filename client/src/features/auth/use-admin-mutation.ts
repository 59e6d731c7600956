import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language';
import { isUnauthorized, signInAgain } from './sign-in-again';

/**
 * A change an administrator makes. Whoever is signed out meanwhile is told, and led through the
 * login back to this page; `onError` hears of every other error only.
 */
export function useAdminMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMutation({
    ...options,
    onError(error, ...rest) {
      if (isUnauthorized(error)) signInAgain(t, language);
      else return options.onError?.(error, ...rest);
    },
  });
}
