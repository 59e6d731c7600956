import { useParams } from 'wouter';
import { ArtistFormScreen } from '#client/features/admin/artist-form/index';

export function ArtistFormPage() {
  const { id } = useParams();
  return <ArtistFormScreen artistId={id ?? null} />;
}
