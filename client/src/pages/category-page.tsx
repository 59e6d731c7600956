import { useParams } from 'wouter';
import { CategoryScreen } from '#client/features/catalog/index';

export function CategoryPage() {
  const { id = '' } = useParams();
  return <CategoryScreen categoryId={id} />;
}
