import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '#client/ui/button';
import { PageNotice } from '#client/ui/empty-state';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <PageNotice
      title={t('common.notFound.pageTitle')}
      icon={<Search aria-hidden />}
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
