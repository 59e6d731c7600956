import { PartyPopper } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export function SharedBanner({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4 rounded-card border border-gold/50 bg-gold/10 px-5 py-4">
      <PartyPopper aria-hidden className="size-8 shrink-0 text-gold" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold text-lg leading-snug">{t('catalog.shared.banner', { name })}</p>
        <p className="text-ivory-soft">{t('catalog.shared.bannerHint')}</p>
      </div>
    </div>
  );
}
