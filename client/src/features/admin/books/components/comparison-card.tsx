import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import type { Comparison } from '#shared/contracts/books';
import { providerName } from '#shared/domain/provider-name';
import { isComparedSoFar } from '../model/compared-so-far';
import { listedMoney } from '../model/listed-money';
import { useCompare } from '../use-book-actions';
import { StatementUpload } from './statement-upload';

const STYLES = {
  due: { Icon: Hourglass, colour: 'text-ivory-soft' },
  compared: { Icon: CircleCheck, colour: 'text-success' },
  'not-compared': { Icon: TriangleAlert, colour: 'text-alert' },
  'so-far': { Icon: Hourglass, colour: 'text-ivory-soft' },
} as const;

/** The total of the list and the fees that the provider deducts. */
function ListedFigures({ listed }: { listed: NonNullable<Comparison['listed']> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className="mt-1 text-ivory-soft text-sm">
      {listed.sums.map(({ currency, payments, paid, returned }) => (
        <li key={currency}>
          {t('books.listed.sum', {
            count: payments,
            paid: listedMoney(paid, currency, language),
            returned: listedMoney(returned, currency, language),
          })}
        </li>
      ))}
      {listed.fees.map(({ currency, fee, net }) => (
        <li key={currency}>
          {t('books.listed.fee', {
            fee: listedMoney(fee, currency, language),
            net: listedMoney(net, currency, language),
          })}
        </li>
      ))}
    </ul>
  );
}

interface ComparisonCardProps {
  comparison: Comparison;
  day: string;
  isOver: boolean;
}

/**
 * One provider's list for a day: whether and how it was compared, and a button to compare again.
 */
export function ComparisonCard({ comparison, day, isOver }: ComparisonCardProps) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const compare = useCompare(day);
  const { provider, source, state, isUnderWay, triedAt, by, trouble, readUntil, listed } =
    comparison;
  const isSoFar = isComparedSoFar(comparison);
  const shown = isSoFar ? 'so-far' : state;
  const { Icon, colour } = STYLES[shown];
  const when = triedAt === null ? null : eventTime(triedAt);
  return (
    <li className="min-w-0 rounded-xl border border-surface-line bg-surface-raised px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 wrap-anywhere font-bold font-sans text-base">
          {providerName(provider)}
        </h3>
        <Badge className={colour}>
          <Icon aria-hidden />
          {t(`books.state.${shown}`)}
        </Badge>
      </div>
      {when !== null && (
        <p className="mt-1 text-ivory-muted text-sm">
          {by === null
            ? t('books.tried.nightly', { when })
            : t('books.tried.by', { when, name: by })}
        </p>
      )}
      {isSoFar && readUntil !== null && (
        <p className="mt-1 font-semibold text-sm">
          {t('books.soFar', { time: eventTime(readUntil) })}
        </p>
      )}
      {trouble !== null && (
        <p className="mt-1 text-sm">
          {t(`books.trouble.${trouble}`)}{' '}
          {readUntil !== null && t('books.readUntil', { time: eventTime(readUntil) })}
        </p>
      )}
      {listed && <ListedFigures listed={listed} />}
      {!isOver && <p className="mt-3 text-ivory-muted text-sm">{t(`books.notOver.${source}`)}</p>}
      <div className="mt-3">
        {source === 'upload' ? (
          <StatementUpload provider={provider} day={day} />
        ) : (
          <Button
            variant="outline"
            size="sm"
            isBusy={compare.isPending || isUnderWay}
            onClick={() => compare.mutate(provider)}
          >
            {isUnderWay ? t('books.underWay') : t('books.compare')}
          </Button>
        )}
      </div>
    </li>
  );
}
