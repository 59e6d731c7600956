import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEvent } from '../../lib/use-event';
import { Button } from '../../ui/button';
import { Drawer } from '../../ui/drawer';
import { LanguageSwitcher } from './language-switcher';
import { SignedInUser } from './signed-in-user';
import { SiteLinks } from './site-links';

export function MobileMenu() {
  const { t } = useTranslation();
  const { name } = useEvent();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('common.menu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Menu aria-hidden className="size-6" />
      </Button>
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
