import { useTranslation } from 'react-i18next';
import { OpenCountScreen } from '#client/features/open-count/screen';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function CountPage() {
  const { t } = useTranslation();
  usePageTitle(t('count.title'));
  return <OpenCountScreen />;
}
