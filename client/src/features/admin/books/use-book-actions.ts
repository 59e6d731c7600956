import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import { BOOKS_KEY } from './api';

/** Refetches all books data that an action may have changed. */
export function useRefreshBooks() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [BOOKS_KEY] });
}

/**
 * Makes the server compare a day with a provider's list; the comparison continues after the
 * response.
 */
export function useCompare(day: string) {
  const { t } = useTranslation();
  return useAdminMutation({
    mutationFn: (provider: string) =>
      call('POST /api/admin/books/days/:day/compare', { params: { day }, body: { provider } }),
    onError: () => toastError(t('books.failed.title'), t('books.failed.compare')),
    onSettled: useRefreshBooks(),
  });
}

export function useAskAgain(id: string) {
  const { t } = useTranslation();
  return useAdminMutation({
    mutationFn: () => call('POST /api/admin/books/differences/:id/ask', { params: { id } }),
    onSuccess: ({ isAnswered, isSettled }) => {
      const outcome = isSettled ? 'settled' : isAnswered ? 'unchanged' : 'unanswered';
      toast({
        title: t(`books.asked.${outcome}.title`),
        description: t(`books.asked.${outcome}.description`),
      });
    },
    onError: (error) => toastError(t('books.failed.title'), t(`books.failed.${failureOf(error)}`)),
    onSettled: useRefreshBooks(),
  });
}

export function useCloseDifference(id: string, onDone: () => void) {
  const { t } = useTranslation();
  return useAdminMutation({
    mutationFn: (note: string) =>
      call('POST /api/admin/books/differences/:id/close', { params: { id }, body: { note } }),
    onSuccess: onDone,
    onError: (error) => toastError(t('books.failed.title'), t(`books.failed.${failureOf(error)}`)),
    onSettled: useRefreshBooks(),
  });
}

const failureOf = (error: Error) =>
  error instanceof ApiError && error.code === 'already-settled' ? 'settled' : 'uncertain';

/** @param day null for the whole edition */
/** Closing twice at the same time, or a page of yesterday. */
const closingFailureOf = (error: Error) => {
  const code = error instanceof ApiError ? error.code : null;
  return code === 'day-not-over' || code === 'not-closable' ? code : 'unknown';
};

export function useCloseBooks(day: string | null, onDone: () => void) {
  const { t } = useTranslation();
  const refresh = useRefreshBooks();
  return useAdminMutation({
    mutationFn: () => call('POST /api/admin/books/closings', { body: { day } }),
    onSuccess: () => toast({ title: t('books.closing.done') }),
    onError: (error) =>
      toastError(t('books.failed.title'), t(`books.closing.failures.${closingFailureOf(error)}`)),
    onSettled: async () => {
      await refresh();
      onDone();
    },
  });
}
