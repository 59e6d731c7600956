import { clsx } from 'clsx';
import { RotateCw, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCachedSince } from '#client/lib/api/cached-since';
import { formatDateTime } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { IconButton } from '#client/ui/button';

/** Says that the page shows data this device stored earlier; nothing while it is current. */
export function CachedNotice({ className }: { className?: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { since, refresh } = useCachedSince();
  if (since === null) return null;
  return (
    <div
      role="status"
      className={clsx('border-amber/40 bg-amber/10 py-1 pr-1 pl-4 text-sm', className)}
    >
      <div className="mx-auto flex max-w-page items-center gap-3">
        <WifiOff aria-hidden className="size-4 shrink-0 text-amber" />
        <p className="min-w-0 flex-1 text-pretty leading-snug">
          {t('common.kept.since', { time: formatDateTime(since, language) })}
        </p>
        <IconButton icon={RotateCw} label={t('common.kept.refresh')} onClick={refresh} />
      </div>
    </div>
  );
}
