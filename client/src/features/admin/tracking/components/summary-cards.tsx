import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { ScrollRegion } from '#client/ui/scroll-region';
import { Separated } from '#client/ui/separator';
import { Skeleton } from '#client/ui/skeleton';
import type { VoterTracking } from '#shared/contracts/admin-payments';
import { methodTextKey } from '../model/payment-state';

interface SummaryCardsProps {
  /** Undefined while loading, or when it failed to load. */
  tracking: VoterTracking | undefined;
  hasFailed: boolean;
  isFiltered: boolean;
}

/** Totals of the payments that match the filters, and of all completed ones by method. */
export function SummaryCards({ tracking, hasFailed, isFiltered }: SummaryCardsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const summary = tracking?.summary;
  const counted = (number: number) =>
    summary?.isEstimate
      ? t('tracking.summary.estimate', { number: formatNumber(number, language) })
      : formatNumber(number, language);
  const absent = hasFailed ? '–' : undefined;
  const matching = isFiltered ? t('tracking.summary.ofFilter') : t('tracking.summary.matching');
  return (
    <ScrollRegion label={t('tracking.summary.label')} className="rounded-xl bg-surface-raised">
      <dl className="flex w-full divide-x divide-surface-line *:shrink-0 *:grow">
        <Card title={matching}>{summary ? counted(summary.matching) : absent}</Card>
        {(['completed', 'pending', 'failed'] as const).map((figure) => (
          <Card key={figure} title={t(`tracking.summary.${figure}`)}>
            {summary ? counted(summary[figure]) : absent}
          </Card>
        ))}
        {(['card', 'mobile-money'] as const).map((provider) => {
          const stats = tracking?.paymentMethodStats.find(
            (candidate) => candidate.provider === provider,
          );
          const currency = provider === 'card' ? 'USD' : 'XAF';
          return (
            <Card
              key={provider}
              title={t(methodTextKey(provider))}
              hint={stats ? t('tracking.summary.paid', { count: stats.count }) : '–'}
            >
              {stats ? formatMoney({ amountMinor: stats.totalAmount, currency }, language) : absent}
            </Card>
          );
        })}
      </dl>
    </ScrollRegion>
  );
}

interface CardProps {
  title: string;
  hint?: string | undefined;
  /** The figure; empty while loading. */
  children: ReactNode;
}

const Card = ({ title, hint, children }: CardProps) => (
  <div className="basis-24 whitespace-nowrap px-3 py-0.5">
    <dt className="text-ivory-muted text-xs">
      <Separated items={[title, hint]} />
    </dt>
    <dd className="font-bold tabular-nums">{children ?? <Skeleton className="my-1 h-4 w-16" />}</dd>
  </div>
);
