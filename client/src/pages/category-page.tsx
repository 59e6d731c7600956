import { useParams } from 'wouter';
import { CategoryScreen } from '../features/catalog';

export function CategoryPage() {
  const { id = '' } = useParams();
  return <CategoryScreen categoryId={id} />;
}
