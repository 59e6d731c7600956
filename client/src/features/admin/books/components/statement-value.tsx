import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';

interface StatementValueProps {
  text: string;
  lines: number;
  /** In francs. */
  amount: number;
  /** Decides what the value means. */
  children: ReactNode;
}

/** A value in a column of a statement, with what its lines add up to. */
export function StatementValue({ text, lines, amount, children }: StatementValueProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sum = formatMoney({ amountMinor: amount, currency: 'XAF' }, language);
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-1">
      <p className="min-w-0 flex-1 basis-[min(14rem,100%)] wrap-anywhere">
        <span translate="no" className="font-semibold">
          {text}
        </span>{' '}
        <span className="text-ivory-soft text-sm">
          {t('books.statement.sum', { count: lines, amount: sum })}
        </span>
      </p>
      {children}
    </li>
  );
}
