import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { cn } from '#client/lib/cn';
import { useEvent } from '#client/lib/use-event';
import { Badge } from '#client/ui/badge';
import { LanguageSwitcher } from './language-switcher';
import { Logo } from './logo';
import { MobileMenu } from './mobile-menu';
import { SiteLinks } from './site-links';

export function SiteHeader() {
  const { t } = useTranslation();
  const { name, year } = useEvent();
  return (
    <header className="relative z-10 mx-auto flex min-h-17 w-full max-w-page flex-wrap items-center gap-1.5 px-3 sm:gap-3 sm:px-6">
      <Link
        href="/categories"
        aria-label={t('common.home', { event: name })}
        className="flex min-h-touch min-w-touch items-center justify-center gap-2.5 rounded-lg"
      >
        <Logo className="size-9 shrink-0 text-gold" />
        <span className="hidden truncate font-bold font-display text-xl sm:block">{name}</span>
      </Link>
      {/* Keeps its width while the year is on its way. */}
      <Badge className={cn('shrink-0 px-2.5', year === null && 'invisible')}>
        {t('common.awardsPill', { year: year ?? '0000' })}
      </Badge>
      <div className="ml-auto flex shrink-0 items-center gap-0.5 sm:gap-3">
        <nav aria-label={t('common.siteNavigation')} className="hidden lg:flex">
          {/* An administrator's five links, in French, on one line. */}
          <SiteLinks className="px-2 text-sm xl:px-3 xl:text-base max-xl:[&_svg]:hidden" />
        </nav>
        <LanguageSwitcher isShort />
        <div className="lg:hidden">
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}
