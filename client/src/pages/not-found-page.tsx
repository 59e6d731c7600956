import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { usePageTitle } from '../lib/page/use-page-title';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

export function NotFoundPage() {
  const { t } = useTranslation();
  usePageTitle(t('common.notFound.pageTitle'));
  return (
    <EmptyState
      headingAs="h1"
      icon={<SearchX aria-hidden />}
      heading={t('common.notFound.heading')}
      hint={t('common.notFound.hint')}
      action={
        <Button asChild>
          <Link href="/">{t('common.backToHome')}</Link>
        </Button>
      }
    />
  );
}
