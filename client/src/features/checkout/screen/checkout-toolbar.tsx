import { House, LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '#client/ui/button';

export function CheckoutToolbar() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('common.back')} className="-mx-2 flex justify-between gap-1 sm:-mx-3">
      <Button asChild variant="ghost" className="px-3 text-sm sm:text-base">
        <Link href="/">
          <House aria-hidden className="size-5" />
          {t('checkout.home')}
        </Link>
      </Button>
      <Button asChild variant="ghost" className="px-3 text-sm sm:text-base">
        <Link href="/categories">
          <LayoutGrid aria-hidden className="size-5" />
          {t('catalog.allCategories')}
        </Link>
      </Button>
    </nav>
  );
}
