import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useEvent } from '#client/lib/use-event';
import { ContactLinks } from './contact-links';
import { Logo } from './logo';
import { OrganiserWords } from './organiser-words';

const LINK =
  'inline-flex min-h-touch items-center font-semibold text-gold text-sm underline underline-offset-4 hover:text-gold-bright';

export function SiteFooter() {
  const { t } = useTranslation();
  const { name, year } = useEvent();
  const hasArchive = useQuery(publicConfigQuery).data?.hasArchive ?? false;
  return (
    <footer className="border-surface-line border-t bg-surface-raised">
      <div className="mx-auto flex max-w-page flex-col gap-3 px-4 pt-5 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:gap-6 sm:pt-8 sm:pb-8 sm:items-center sm:justify-between sm:px-6">
        <div className="min-w-0">
          <p className="flex items-center gap-3 font-display font-semibold">
            <Logo className="size-7 shrink-0 text-gold" />
            <span className="wrap-anywhere">{[name, year].filter(Boolean).join(' ')}</span>
          </p>
          <OrganiserWords className="mt-2 flex max-w-md flex-col gap-1 text-ivory-soft text-sm" />
          <ContactLinks className="mt-2 flex flex-wrap gap-x-5 text-sm" />
          <div className="flex flex-wrap gap-x-5">
            <Link href="/count" className={LINK}>
              {t('common.footer.countLink')}
            </Link>
            {hasArchive && (
              <Link href="/editions" className={LINK}>
                {t('common.footer.editionsLink')}
              </Link>
            )}
            <Link href="/privacy" className={LINK}>
              {t('common.footer.privacyLink')}
            </Link>
          </div>
        </div>
        <div className="max-w-md text-sm sm:text-right">
          <p className="font-semibold">{t('common.footer.receiptHeading')}</p>
          <p className="text-balance text-ivory-soft">{t('common.footer.receiptHint')}</p>
          <Link
            href="/my-receipts"
            className="inline-flex min-h-touch items-center font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
          >
            {t('common.footer.receiptLink')}
          </Link>
        </div>
      </div>
    </footer>
  );
}
