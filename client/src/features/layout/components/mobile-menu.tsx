import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEvent } from '#client/lib/use-event';
import { IconButton } from '#client/ui/button';
import { Drawer } from '#client/ui/overlay/drawer';
import { Photo } from '#client/ui/photo';
import { useCurrentUser } from '../../auth';
import { LanguageSwitcher } from './language-switcher';
import { SiteLinks } from './site-links';

/** Who is signed in on this device; nothing for a visitor. */
function SignedInUser() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  if (!user) return null;
  const name = user.firstName || user.email || t('common.signedIn');
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-surface-high p-3">
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

export function MobileMenu() {
  const { t } = useTranslation();
  const { name } = useEvent();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={Menu}
        isLarge
        label={t('common.menu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      <Drawer open={isOpen} onOpenChange={setIsOpen} title={name} closeLabel={t('common.close')}>
        <SignedInUser />
        <nav aria-label={t('common.siteNavigation')} className="flex flex-col">
          <SiteLinks className="w-full justify-start px-4" onNavigate={() => setIsOpen(false)} />
        </nav>
        <LanguageSwitcher />
      </Drawer>
    </>
  );
}
