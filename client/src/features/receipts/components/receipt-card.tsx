import { clsx } from 'clsx';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useEvent, useMoneyNotice } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Photo } from '#client/ui/photo';
import type { Receipt } from '#shared/contracts/receipts';
import { localized } from '#shared/domain/localized';

/** The card cannot grow, so many categories are set smaller. */
function densityOf(lines: number): string {
  if (lines <= 4) return 'gap-y-[1.4cqi] text-[4.6cqi]';
  if (lines <= 8) return 'gap-y-[0.8cqi] text-[3.9cqi]';
  return 'grid-cols-2 gap-x-[4cqi] gap-y-[0.6cqi] text-[3.3cqi] leading-snug';
}

function ReceiptVotes({ votesByCategory }: Pick<Receipt, 'votesByCategory'>) {
  const language = useLanguage();
  return (
    <ul className={clsx('mt-[3.4cqi] grid text-left', densityOf(votesByCategory.length))}>
      {votesByCategory.map(({ categoryName, categoryNameFr, voteCount }) => (
        <li key={categoryName} className="flex items-baseline justify-between gap-[3cqi]">
          <span className="min-w-0 text-ivory-soft">
            {localized(language, categoryName, categoryNameFr)}
          </span>
          <span className="font-bold text-gold tabular-nums">
            {formatNumber(voteCount, language)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/**
 * The picture people post: 9:16, as social networks show it. Everything in it is measured in
 * shares of the card's own width (cqi), so it looks the same at any size.
 */
export function ReceiptCard({ receipt, className }: { receipt: Receipt; className?: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const event = useEvent();
  const isTest = useMoneyNotice() !== null;
  const { artist, payment, votesByCategory } = receipt;
  return (
    <article
      className={clsx(
        'receipt-card @container relative flex aspect-[9/16] flex-col overflow-hidden rounded-card bg-surface text-ivory',
        className,
      )}
    >
      <div className="relative min-h-[12%] flex-1 [container-type:size]">
        <Photo
          address={artist.photoUrl}
          // The largest, whatever the screen: the picture that is shared is drawn from the same file.
          sizes="1080px"
          name={artist.name}
          loading="eager"
          // The initial grows with the card, not with the text: the card does not. Many categories
          // leave it no room.
          className="absolute inset-0 text-[12cqi] leading-none [@container(min-aspect-ratio:3/1)]:text-transparent"
        />
        {/* One pixel lower than the photograph, which may be rounded up to it. */}
        <div className="absolute inset-x-0 -bottom-px h-[48cqi] max-h-full bg-linear-to-t from-20% from-surface to-transparent" />
        <p className="absolute top-[4cqi] left-[4cqi] flex max-w-[80%] items-center gap-[1.6cqi] rounded-full bg-surface/85 print:bg-white! px-[3.2cqi] py-[1.4cqi] font-bold font-display text-[4cqi] leading-tight">
          <Sparkles aria-hidden className="size-[4.4cqi] shrink-0 text-gold" />
          {[event.name, event.year].filter(Boolean).join(' ')}
        </p>
      </div>
      <div className="relative -mt-[6cqi] px-[6cqi] print:mt-[4cqi] pb-[4cqi] text-center">
        <p className="font-semibold text-[4.2cqi] text-ivory-soft">
          {t(isTest ? 'receipts.card.onlyATest' : 'receipts.card.iVoted')}
        </p>
        <h2
          className={clsx(
            'font-extrabold',
            artist.name.length > 20 ? 'text-[8cqi]' : 'text-[10.5cqi]',
            'leading-[1.08]',
          )}
        >
          {artist.name}
        </h2>
        <p className="mt-[2.4cqi] flex items-baseline justify-center gap-[2cqi] font-display text-gold">
          <span className="font-extrabold text-[17cqi] leading-none">
            {formatNumber(payment.totalVotes, language)}
          </span>
          <span className="font-bold text-[7cqi]">
            {t('receipts.card.votes', { count: payment.totalVotes })}
          </span>
        </p>
        <ReceiptVotes votesByCategory={votesByCategory} />
        <p className="mt-[4cqi] border-surface-line border-t border-dashed pt-[3.4cqi]">
          <span className="sr-only">{t('receipts.card.code')} </span>
          <span className="whitespace-nowrap font-bold font-display text-[6.2cqi] leading-none tracking-[0.05em]">
            #{payment.receiptCode}
          </span>
        </p>
        {/* Its room is kept: the receipt shows before it has an entry. */}
        <p className="mt-[2cqi] h-[1.3em] text-[3.7cqi] text-ivory-soft leading-[1.3]">
          {payment.entry !== null && t('receipts.card.entry', { entry: payment.entry + 1 })}
        </p>
      </div>
      <div className="pointer-events-none absolute inset-0 rounded-card border-2 border-gold" />
    </article>
  );
}
