import { useParams } from 'wouter';
import { Posters } from '#client/features/posters/index';

export function PostersPage() {
  const { artist = '' } = useParams();
  return <Posters artist={artist} />;
}
