import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { Spinner } from '../../../ui/spinner';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** What was read; until then a spinner, and where reading failed, a way to try again. */
export function QueryView<Data>({ query, children }: QueryViewProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    return (
      <div className="flex justify-center py-16 text-gold">
        <Spinner className="size-8" label={t('common.loading')} />
      </div>
    );
  }
  return (
    <EmptyState
      role="alert"
      icon={<CloudOff aria-hidden />}
      heading={t('admin.loadError.heading')}
      hint={t('admin.loadError.hint')}
      action={
        <Button onClick={() => void query.refetch()} isBusy={query.isFetching}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
