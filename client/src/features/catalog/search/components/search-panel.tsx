import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';

/** Positioned below the field, over the content of the page. */
export const SearchPanel = ({ children }: { children: ReactNode }) => (
  <div className="search-panel">{children}</div>
);

export function SearchFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <SearchPanel>
      <p role="alert">{t('catalog.search.failed')}</p>
      <Button onClick={onRetry}>{t('common.retry')}</Button>
    </SearchPanel>
  );
}
