import { Menu, Receipt } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useEvent } from '../../lib/use-event';
import { Button } from '../../ui/button';
import { Drawer } from '../../ui/drawer';
import { LanguageSwitcher } from './language-switcher';

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
        <nav aria-label={t('common.siteNavigation')}>
          <Button asChild variant="ghost" className="w-full justify-start px-4">
            <Link href="/my-receipts" onClick={() => setIsOpen(false)}>
              <Receipt aria-hidden className="size-5 text-gold" />
              {t('common.myReceipts')}
            </Link>
          </Button>
        </nav>
        <LanguageSwitcher />
      </Drawer>
    </>
  );
}
