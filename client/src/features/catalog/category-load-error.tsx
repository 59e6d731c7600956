import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../lib/use-page-title';
import { LoadError } from './load-error';

/** The whole category page, when nothing is known of its category. */
export function CategoryLoadError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  usePageTitle(t('catalog.loadError.heading'));
  return <LoadError headingAs="h1" onRetry={onRetry} />;
}
