import { useTranslation } from 'react-i18next';
import { Photo } from '../../ui/photo';
import { useCurrentUser } from '../auth';

/** Who is signed in on this device; nothing for a visitor. */
export function SignedInUser() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  if (!user) return null;
  const name = user.firstName || user.email || t('common.signedIn');
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-stage-high p-3">
      <span aria-hidden className="relative size-12 shrink-0 overflow-hidden rounded-full">
        <Photo src={user.profileImageUrl} name={name} className="text-2xl" />
      </span>
      <p className="min-w-[min(100%,7rem)] flex-1">
        <span className="wrap-anywhere block font-semibold">{name}</span>
        <span className="block text-ivory-soft text-sm">{t('common.signedIn')}</span>
      </p>
    </div>
  );
}
