import { useTranslation } from 'react-i18next';
import { BooksScreen } from '../../features/admin-books';
import { usePageTitle } from '../../lib/page/use-page-title';

export function BooksPage() {
  const { t } = useTranslation();
  usePageTitle(t('books.title'));
  return <BooksScreen />;
}
