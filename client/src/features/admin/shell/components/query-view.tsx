import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignedOut } from '#client/lib/api/request';
import { Spinner } from '#client/ui/spinner';
import { LoadFailed } from './load-failed';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/**
 * Shows loaded data, a spinner before that, and a retry button when loading failed. Once the
 * session has ended, the data is hidden.
 */
export function QueryView<Data>({ query, children }: QueryViewProps<Data>) {
  const { t } = useTranslation();
  const needsSignIn = isSignedOut(query.error);
  if (query.data !== undefined && !needsSignIn) return children(query.data);
  if (query.isError) {
    return (
      <LoadFailed
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <div className="flex justify-center py-16 text-gold">
      <Spinner className="size-8" label={t('common.loading')} />
    </div>
  );
}
