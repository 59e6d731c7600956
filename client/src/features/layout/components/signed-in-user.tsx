import { useTranslation } from 'react-i18next';
import { Photo } from '#client/ui/picture/photo';
import type { CurrentUser } from '#shared/contracts/auth';

/** Shows who is signed in on this device. */
export function SignedInUser({ user }: { user: CurrentUser }) {
  const { t } = useTranslation();
  const name = user.firstName || user.email || t('common.signedIn');
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-surface-high p-3">
      <span aria-hidden className="relative size-12 shrink-0 overflow-hidden rounded-full">
        <Photo
          address={user.profileImageUrl && '/api/auth/picture'}
          sizes="3rem"
          name={name}
          className="text-2xl"
        />
      </span>
      <p className="min-w-[min(100%,7rem)] flex-1">
        <span translate="no" className="wrap-anywhere block font-semibold">
          {name}
        </span>
        <span className="block text-ivory-soft text-sm">{t('common.signedIn')}</span>
      </p>
    </div>
  );
}
