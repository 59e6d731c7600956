import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#client/ui/spinner';
import { LoadFailed } from './load-failed';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** What was read; until then a spinner, and where reading failed, a way to try again. */
export function QueryView<Data>({ query, children }: QueryViewProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
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
