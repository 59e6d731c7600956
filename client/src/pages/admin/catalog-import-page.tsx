import { useTranslation } from 'react-i18next';
import { CatalogImportScreen } from '../../features/admin-import';
import { usePageTitle } from '../../lib/page/use-page-title';

export function CatalogImportPage() {
  const { t } = useTranslation();
  usePageTitle(t('catalog-import.title'));
  return <CatalogImportScreen />;
}
