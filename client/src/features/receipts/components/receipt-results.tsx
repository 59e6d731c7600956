import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ReceiptText, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { formatDateTime, formatMoney } from '#client/lib/format';
import { useEditionTitle, useErasedSince, useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { Photo } from '#client/ui/picture/photo';
import { Separator } from '#client/ui/separator';
import type { ReceiptListItem } from '#shared/contracts/receipts';

interface ReceiptRowProps {
  receipt: ReceiptListItem;
  onView: () => void;
}

function ReceiptRow({ receipt, onView }: ReceiptRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { receiptCode, createdAt, provider, totalVotes, amount, currency, artist } = receipt;
  const { refundedAt, partlyRefunded } = receipt;
  const title = useEditionTitle()(receipt.edition);
  return (
    <li className="flex flex-col gap-4 rounded-card border border-surface-line bg-surface-raised p-[min(1rem,5vw)] sm:flex-row sm:items-center sm:p-5">
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-4">
        {/* The artist's name is beside the photo. */}
        <span
          aria-hidden
          className={clsx('size-16 shrink-0 overflow-hidden rounded-xl', refundedAt && 'grayscale')}
        >
          <Photo address={artist.photoUrl} name={artist.name} sizes="4rem" className="text-2xl" />
        </span>
        {/* Below the picture when large text leaves no space beside it. */}
        <div className="min-w-[min(100%,10rem)] flex-1">
          <p translate="no" className="wrap-anywhere font-bold font-display text-lg leading-snug">
            {artist.name}
          </p>
          <p className="text-ivory-soft text-sm">
            {title}
            <Separator />
            <span
              translate="no"
              className="whitespace-nowrap font-semibold tracking-wide"
            >{`#${receiptCode}`}</span>
            <Separator />
            <time dateTime={createdAt}>{formatDateTime(createdAt, language)}</time>
            <Separator />
            {t(provider === 'stripe' ? 'receipts.row.card' : 'receipts.row.mobileMoney')}
          </p>
          <p
            className={clsx('mt-1', refundedAt ? 'text-ivory-soft line-through' : 'font-semibold')}
          >
            {t('receipts.row.votes', { count: totalVotes })}
            <Separator />
            <span translate="no" className={clsx(!refundedAt && 'text-gold')}>
              {formatMoney({ amountMinor: amount, currency }, language)}
            </span>
          </p>
          {refundedAt && (
            <Badge variant="amber" className="mt-2">
              <Undo2 aria-hidden />
              {t('receipts.refunded.on', { time: formatDateTime(refundedAt, language) })}
            </Badge>
          )}
          {partlyRefunded && (
            <Badge className="mt-2">
              <Undo2 aria-hidden />
              {t('receipts.refunded.inPart', { amount: formatMoney(partlyRefunded, language) })}
            </Badge>
          )}
        </div>
      </div>
      <Button variant="outline" onClick={onView}>
        {t('receipts.row.view')}
        <span translate="no" className="sr-only">{` #${receiptCode}`}</span>
      </Button>
    </li>
  );
}

interface ReceiptResultsProps {
  receipts: readonly ReceiptListItem[];
  onView: (receiptCode: string) => void;
}

/**
 * The results of a search get the focus: they are announced, the phone's keyboard closes, and
 * results below the visible part of the screen are scrolled into view.
 */
export function ReceiptResults({ receipts, onView }: ReceiptResultsProps) {
  const section = useRef<HTMLElement>(null);
  // Each search first removes the results of the last one.
  useEffect(() => {
    const found = section.current;
    if (!found) return;
    found.focus({ preventScroll: true });
    if (found.getBoundingClientRect().top > window.innerHeight / 2) found.scrollIntoView();
  }, []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="receipts-found"
      className="scroll-mt-20 outline-none"
    >
      <Found receipts={receipts} onView={onView} />
    </section>
  );
}

function Found({ receipts, onView }: ReceiptResultsProps) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const erasedSince = useErasedSince();
  const event = useEditionTitle()();
  const hasArchive = useQuery(publicConfigQuery).data?.hasArchive;
  if (receipts.length === 0) {
    return (
      <EmptyState
        headingId="receipts-found"
        className="rounded-card border border-surface-line bg-surface-raised"
        icon={<ReceiptText aria-hidden />}
        heading={t(erasedSince ? 'receipts.erased.title' : 'receipts.none.title')}
        hint={
          erasedSince
            ? t('receipts.erased.hint', { event, time: eventTime(erasedSince) })
            : [t('receipts.none.hint'), hasArchive && t('receipts.none.earlier')]
                .filter(Boolean)
                .join(' ')
        }
      />
    );
  }
  return (
    <>
      <h2 id="receipts-found" className="font-bold text-2xl">
        {t('receipts.found', { count: receipts.length })}
      </h2>
      <ul className="mt-4 flex flex-col gap-3">
        {receipts.map((receipt) => (
          <ReceiptRow
            key={receipt.receiptCode}
            receipt={receipt}
            onView={() => onView(receipt.receiptCode)}
          />
        ))}
      </ul>
    </>
  );
}
