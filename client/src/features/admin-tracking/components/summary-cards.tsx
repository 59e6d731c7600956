import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { Skeleton } from '#client/ui/skeleton';
import type { VoterTracking } from '#shared/contracts/admin-payments';
import { methodTextKey } from '../model/payment-state';

interface SummaryCardsProps {
  /** Undefined while it is on its way, or when it did not arrive. */
  tracking: VoterTracking | undefined;
  hasFailed: boolean;
  isFiltered: boolean;
}

/** What the payments add up to: those that match the filters, and all paid ones by method. */
export function SummaryCards({ tracking, hasFailed, isFiltered }: SummaryCardsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const summary = tracking?.summary;
  const counted = (number: number) =>
    summary?.isEstimate
      ? t('tracking.summary.estimate', { number: formatNumber(number, language) })
      : formatNumber(number, language);
  const absent = hasFailed ? '–' : undefined;
  const hint = isFiltered ? t('tracking.summary.ofFilter') : undefined;
  return (
    <section aria-label={t('tracking.summary.label')}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 md:grid-cols-4 xl:grid-cols-[1fr_1fr_1fr_1fr_1.4fr_1.4fr]">
        {(['matching', 'completed', 'pending', 'failed'] as const).map((figure) => (
          <Card key={figure} title={t(`tracking.summary.${figure}`)} hint={hint}>
            {summary ? counted(summary[figure]) : absent}
          </Card>
        ))}
        {(['card', 'mobile-money'] as const).map((provider) => {
          const stats = tracking?.paymentMethodStats.find((one) => one.provider === provider);
          const currency = provider === 'card' ? 'USD' : 'XAF';
          return (
            <Card
              key={provider}
              isWide
              title={t(methodTextKey(provider))}
              hint={stats ? t('tracking.summary.paid', { count: stats.count }) : '\u00a0'}
            >
              {stats ? formatMoney({ amountMinor: stats.totalAmount, currency }, language) : absent}
            </Card>
          );
        })}
      </dl>
    </section>
  );
}

interface CardProps {
  title: string;
  hint: string | undefined;
  isWide?: boolean;
  /** The figure; nothing yet while it is on its way. */
  children: ReactNode;
}

const Card = ({ title, hint, isWide = false, children }: CardProps) => (
  <div
    className={`min-w-0 rounded-xl border border-surface-line bg-surface-raised px-4 py-3 ${isWide ? 'col-span-full md:col-span-2 xl:col-span-1' : ''}`}
  >
    <dt className="text-ivory-muted text-sm">{title}</dt>
    <dd>
      <span className="flow-root min-h-7 font-bold text-lg tabular-nums leading-7 sm:text-xl">
        {children ?? <Skeleton className="my-1 h-5 w-20" />}
      </span>
      {hint && (
        <span className={`block text-ivory-muted text-xs ${isWide ? 'xl:min-h-8' : ''}`}>
          {hint}
        </span>
      )}
    </dd>
  </div>
);
