import { useParams } from 'wouter';
import { SharedNominationScreen } from '../features/catalog';

export function SharePage() {
  const { link = '' } = useParams();
  return <SharedNominationScreen link={link} />;
}
