import { useTranslation } from 'react-i18next';
import { CatalogImportScreen } from '#client/features/admin/import/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function CatalogImportPage() {
  const { t } = useTranslation();
  usePageTitle(t('catalog-import.title'));
  return <CatalogImportScreen />;
}
