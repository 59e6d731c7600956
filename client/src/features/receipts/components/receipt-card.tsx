import { clsx } from 'clsx';
import { Sparkles } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useEditionTitle, useMoneyNotice } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Photo } from '#client/ui/picture/photo';
import type { Receipt } from '#shared/contracts/receipts';
import { RECEIPT, receiptNameSize, votesDensity } from '#shared/domain/receipt-layout';
import { spelled } from '#shared/domain/spelled';
import { votedFor } from '#shared/domain/voted-for';

/** Returns a size given in hundredths of the card's own width. */
const cqi = (size: number): string => `calc(${size} * var(--cqi))`;
const { gaps } = RECEIPT;

function ReceiptVotes({ votesByCategory }: Pick<Receipt, 'votesByCategory'>) {
  const language = useLanguage();
  const { columns, size, gap } = votesDensity(votesByCategory.length);
  return (
    <ul
      className={clsx(
        'grid gap-x-[calc(4*var(--cqi))] text-left',
        columns === 2 && 'grid-cols-2 leading-snug',
      )}
      style={{ marginTop: cqi(gaps.votes), rowGap: cqi(gap), fontSize: cqi(size) }}
    >
      {votesByCategory.map((line) => (
        <li
          key={line.nominationId}
          className="flex items-baseline justify-between gap-[calc(3*var(--cqi))]"
        >
          <span className="wrap-anywhere line-clamp-2 min-w-0 text-ivory-soft">
            {votedFor(language, line)}
          </span>
          <span translate="no" className="font-bold text-gold tabular-nums">
            {formatNumber(line.voteCount, language)}
          </span>
        </li>
      ))}
    </ul>
  );
}

const CARD =
  'receipt-card relative flex aspect-[9/16] flex-col overflow-hidden rounded-card bg-surface text-ivory';

function CardBorder() {
  return <div className="pointer-events-none absolute inset-0 rounded-card border-2 border-gold" />;
}

/** Reserves the space of a receipt that is loading. */
export function EmptyReceiptCard() {
  return (
    <div className={CARD}>
      <CardBorder />
    </div>
  );
}

/**
 * Looks like the picture for social networks, 9:16. All sizes are shares of the card's own width
 * (`--cqi`), so it looks the same at any size.
 */
export function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = useEditionTitle()(receipt.edition);
  const isTest = useMoneyNotice() !== null;
  const { artist, payment, votesByCategory } = receipt;
  return (
    <article className={CARD}>
      <div className="relative min-h-[12%] flex-1 [container-type:size]">
        <Photo
          address={artist.photoUrl}
          sizes="(min-width: 40rem) 26rem, 100vw"
          name={artist.name}
          loading="eager"
          // The initial scales with the card, not with the text size. With many categories there is
          // no space for it.
          className="absolute inset-0 text-[calc(12*var(--cqi))] leading-none [@container(min-aspect-ratio:3/1)]:text-transparent"
        />
        {/* One pixel lower than the photograph, whose height may be rounded up. */}
        <div
          className="absolute inset-x-0 -bottom-px max-h-full bg-linear-to-t from-20% from-surface to-transparent"
          style={{ height: cqi(RECEIPT.fade) }}
        />
        <p
          className="absolute top-[calc(4*var(--cqi))] left-[calc(4*var(--cqi))] flex max-w-[80%] items-center gap-[calc(1.6*var(--cqi))] rounded-full bg-surface/85 print:bg-white! px-[calc(3.2*var(--cqi))] py-[calc(1.4*var(--cqi))] font-bold font-display leading-tight"
          style={{ fontSize: cqi(RECEIPT.event) }}
        >
          <Sparkles aria-hidden className="size-[calc(4.4*var(--cqi))] shrink-0 text-gold" />
          <span className="wrap-anywhere line-clamp-2 min-w-0">{title}</span>
        </p>
      </div>
      <div
        className="relative mt-(--overlap) print:mt-[calc(4*var(--cqi))] text-center"
        style={
          {
            '--overlap': cqi(-RECEIPT.overlap),
            paddingInline: cqi(RECEIPT.side),
            paddingBottom: cqi(gaps.foot),
          } as CSSProperties
        }
      >
        <p className="font-semibold text-ivory-soft" style={{ fontSize: cqi(RECEIPT.intro) }}>
          {t(isTest ? 'receipts.card.onlyATest' : 'receipts.card.iVoted')}
        </p>
        <h2
          translate="no"
          className="wrap-anywhere line-clamp-5 font-extrabold leading-[1.08]"
          style={{ fontSize: cqi(receiptNameSize(artist.name)) }}
        >
          {artist.name}
        </h2>
        <p
          className="flex items-baseline justify-center gap-[calc(2*var(--cqi))] font-display text-gold"
          style={{ marginTop: cqi(gaps.total) }}
        >
          <span
            translate="no"
            className="font-extrabold leading-none"
            style={{ fontSize: cqi(RECEIPT.total) }}
          >
            {formatNumber(payment.totalVotes, language)}
          </span>
          <span className="font-bold" style={{ fontSize: cqi(RECEIPT.votesWord) }}>
            {t('receipts.card.votes', { count: payment.totalVotes })}
          </span>
        </p>
        <ReceiptVotes votesByCategory={votesByCategory} />
        <p
          className="border-surface-line border-t border-dashed"
          style={{ marginTop: cqi(gaps.code), paddingTop: cqi(gaps.inCode) }}
        >
          <span className="sr-only">
            {t('receipts.card.code')} {spelled(payment.receiptCode)}
          </span>
          <span
            aria-hidden
            translate="no"
            className="whitespace-nowrap font-bold font-display leading-none tracking-[0.05em]"
            style={{ fontSize: cqi(RECEIPT.code) }}
          >
            {`#${payment.receiptCode}`}
          </span>
        </p>
        {/* Reserves its space: the receipt is shown before it has an entry. */}
        <p
          className="h-[1.3em] text-ivory-soft leading-[1.3]"
          style={{ marginTop: cqi(gaps.entry), fontSize: cqi(RECEIPT.entry) }}
        >
          {payment.entry !== null && t('receipts.card.entry', { entry: payment.entry + 1 })}
        </p>
      </div>
      <CardBorder />
    </article>
  );
}
