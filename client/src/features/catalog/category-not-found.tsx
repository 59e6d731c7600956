import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { usePageTitle } from '../../lib/use-page-title';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';

export function CategoryNotFound() {
  const { t } = useTranslation();
  usePageTitle(t('catalog.category.notFoundHeading'));
  return (
    <EmptyState
      headingAs="h1"
      icon={<SearchX aria-hidden />}
      heading={t('catalog.category.notFoundHeading')}
      hint={t('catalog.category.notFoundHint')}
      action={
        <Button asChild>
          <Link href="/">{t('common.backToHome')}</Link>
        </Button>
      }
    />
  );
}
