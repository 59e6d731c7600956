import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format';
import { forgetReceipt } from '#client/lib/offline/own-receipts';
import { useOwnVotes } from '#client/lib/offline/own-votes';
import { useLanguage } from '#client/lib/use-language';
import { Button, IconButton } from '#client/ui/button';
import { Photo } from '#client/ui/picture/photo';
import { Separator } from '#client/ui/separator';
import { editionTitle } from '#shared/domain/editions';

/** Lists the receipts that this device has seen: without a search, and without a network. */
export function DeviceReceipts({ onView }: { onView: (receiptCode: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const receipts = useOwnVotes();
  if (receipts.length === 0) return null;
  return (
    <section aria-labelledby="device-receipts">
      <h2 id="device-receipts" className="font-bold text-2xl">
        {t('receipts.device.heading')}
      </h2>
      <p className="mt-1 text-ivory-soft text-sm text-pretty">{t('receipts.device.hint')}</p>
      <ul className="mt-4 flex flex-col gap-3">
        {receipts.map(({ receiptCode, keptAt, totalVotes, artist, edition }) => (
          <li
            key={receiptCode}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-surface-line bg-surface-raised p-[min(1rem,5vw)]"
          >
            <span aria-hidden className="size-14 shrink-0 overflow-hidden rounded-xl">
              <Photo
                address={artist.photoUrl}
                name={artist.name}
                sizes="3.5rem"
                className="text-2xl"
              />
            </span>
            <div className="min-w-[min(100%,9rem)] flex-1">
              <p translate="no" className="wrap-anywhere font-bold font-display leading-snug">
                {artist.name}
              </p>
              <p className="text-ivory-soft text-sm">
                {t('receipts.row.votes', { count: totalVotes })}
                <Separator />
                {edition && (
                  <>
                    {editionTitle(language, edition)}
                    <Separator />
                  </>
                )}
                <span translate="no" className="whitespace-nowrap font-semibold tracking-wide">
                  {`#${receiptCode}`}
                </span>
                <Separator />
                <time dateTime={keptAt}>{formatDateTime(keptAt, language)}</time>
              </p>
            </div>
            <div className="ml-auto flex items-center gap-1">
              <Button variant="outline" onClick={() => onView(receiptCode)}>
                {t('receipts.row.view')}
                <span translate="no" className="sr-only">{` #${receiptCode}`}</span>
              </Button>
              <IconButton
                icon={X}
                label={t('receipts.device.remove', { code: receiptCode })}
                onClick={() => forgetReceipt(receiptCode)}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
