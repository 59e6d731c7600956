import { useParams } from 'wouter';
import { Posters } from '../features/posters';

export function PostersPage() {
  const { artist = '' } = useParams();
  return <Posters artist={artist} />;
}
