import { useParams } from 'wouter';
import { ArtistFormScreen } from '../../features/admin-artist-form';

export function ArtistFormPage() {
  const { id } = useParams();
  return <ArtistFormScreen artistId={id ?? null} />;
}
