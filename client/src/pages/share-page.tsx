import { useParams } from 'wouter';
import { SharedNominationScreen } from '#client/features/catalog/index';

export function SharePage() {
  const { link = '' } = useParams();
  return <SharedNominationScreen link={link} />;
}
