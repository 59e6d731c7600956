import { clsx } from 'clsx';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { BookLine } from '#shared/contracts/books';

/** One currency of a day as a sum: money taken, money returned, votes bought, and the remainder. */
export function LineFigures({ line }: { line: BookLine }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { currency } = line;
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency }, language);
  const figures = [
    {
      name: 'taken',
      figure: money(line.taken),
      detail: t('books.payments', { count: line.payments }),
    },
    { name: 'refunded', figure: money(line.refunded) },
    { name: 'disputed', figure: money(line.disputed) },
    {
      name: 'asked',
      figure: money(line.asked),
      detail: t('admin.voteCount', { count: line.votes }),
    },
  ] as const;
  const isBalanced = line.difference === 0;
  const Icon = isBalanced ? CircleCheck : TriangleAlert;
  return (
    <div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-x-4 gap-y-3 text-sm sm:grid-cols-5">
        {figures.map(({ name, figure, ...rest }) => (
          <div key={name} className="min-w-0">
            <dt className="text-ivory-muted">{t(`books.line.${name}`)}</dt>
            <dd className="font-semibold tabular-nums">
              {figure}
              {'detail' in rest && (
                <span className="block font-normal text-ivory-muted text-xs">{rest.detail}</span>
              )}
            </dd>
          </div>
        ))}
        <div className="min-w-0">
          <dt className="text-ivory-muted">{t('books.line.difference')}</dt>
          <dd
            className={clsx(
              'flex items-center gap-1.5 font-bold tabular-nums',
              isBalanced ? 'text-success' : 'text-alert',
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {money(line.difference)}
          </dd>
        </div>
      </dl>
      {line.partlyReturned !== 0 && (
        <p className="mt-2 text-ivory-soft text-sm">
          {t('books.line.partly', { amount: money(line.partlyReturned) })}
        </p>
      )}
    </div>
  );
}
