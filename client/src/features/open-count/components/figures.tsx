import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { OpenCount } from '#shared/contracts/open-count';

interface FigureProps {
  name: string;
  children: ReactNode;
}

const Figure = ({ name, children }: FigureProps) => (
  <div className="min-w-0 grow basis-[min(100%,9rem)] bg-surface-raised px-3 py-3 sm:px-4">
    <dt className="text-ivory-muted text-sm">{name}</dt>
    {children}
  </div>
);

const Amount = ({ children }: { children: ReactNode }) => (
  <dd translate="no" className="wrap-anywhere font-bold text-lg tabular-nums sm:text-xl">
    {children}
  </dd>
);

interface FiguresProps {
  sums: Omit<NonNullable<OpenCount['head']>, 'size' | 'signedAt'>;
  /** Number of entries; of one edition, it is not shown. */
  entries?: number;
}

/** The summary figures of the log, or of one edition in it. */
export function Figures({ sums, entries }: FiguresProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const { XAF, USD } = sums.money;
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-surface-line bg-surface-line">
      {entries !== undefined && (
        <Figure name={t('count.figures.entries')}>
          <Amount>{number(entries)}</Amount>
        </Figure>
      )}
      <Figure name={t('count.figures.payments')}>
        <Amount>{number(sums.payments)}</Amount>
        {sums.takenBack > 0 && (
          <dd className="text-ivory-muted text-sm">
            {t('count.figures.takenBack', { count: sums.takenBack })}
          </dd>
        )}
      </Figure>
      <Figure name={t('count.figures.money')}>
        <Amount>{formatMoney({ amountMinor: XAF, currency: 'XAF' }, language)}</Amount>
        <Amount>{formatMoney({ amountMinor: USD, currency: 'USD' }, language)}</Amount>
      </Figure>
      <Figure name={t('count.figures.votes')}>
        <Amount>{number(sums.votes)}</Amount>
      </Figure>
      {sums.sealed > 0 && (
        <Figure name={t('count.figures.sealed')}>
          <Amount>{number(sums.sealed)}</Amount>
        </Figure>
      )}
    </dl>
  );
}
