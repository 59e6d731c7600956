import { History, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';

interface NoActivityProps {
  isFiltered: boolean;
  onShowAll: () => void;
}

export function NoActivity({ isFiltered, onShowAll }: NoActivityProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      role="status"
      className="rounded-xl border border-stage-line bg-stage-raised"
      icon={isFiltered ? <SearchX aria-hidden /> : <History aria-hidden />}
      heading={t(isFiltered ? 'activity.noMatch.heading' : 'activity.empty.heading')}
      hint={t(isFiltered ? 'activity.noMatch.hint' : 'activity.empty.hint')}
      action={isFiltered && <Button onClick={onShowAll}>{t('activity.noMatch.all')}</Button>}
    />
  );
}
