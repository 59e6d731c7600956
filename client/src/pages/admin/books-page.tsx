import { useTranslation } from 'react-i18next';
import { BooksScreen } from '#client/features/admin/books/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

export function BooksPage() {
  const { t } = useTranslation();
  usePageTitle(t('books.title'));
  return <BooksScreen />;
}
