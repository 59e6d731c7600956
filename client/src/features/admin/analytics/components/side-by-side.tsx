import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed, SelectField } from '#client/features/admin/shell/index';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { ScrollRegion } from '#client/ui/scroll-region';
import type { EditionFigures } from '#shared/contracts/admin-payments';
import { editionFiguresQuery } from '../api';
import { byCurrencyText } from '../model/revenue-text';
import { type Measure, measuresOf, sideBySide } from '../model/side-by-side';
import { ChartFigure } from './chart-figure';
import { Group } from './charts';

/** Shown once several editions have payments. */
export function SideBySide() {
  const { t } = useTranslation();
  const query = useQuery(editionFiguresQuery);
  if (!query.data) {
    if (!query.isError) return null;
    const { error, isFetching, refetch } = query;
    return <LoadFailed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  }
  const editions = query.data.editions.filter(({ payments }) => payments > 0).reverse();
  if (editions.length < 2) return null;
  return (
    <Group heading={t('analytics.sideBySide.heading')} isWide>
      <SumsTable figures={{ ...query.data, editions }} />
      <DaysChart figures={{ ...query.data, editions }} />
    </Group>
  );
}

interface FiguresProps {
  /** The newest edition first. */
  figures: EditionFigures;
}

const COLUMNS = [
  { text: 'analytics.sideBySide.edition', align: 'text-left' },
  { text: 'analytics.column.votes', align: 'text-right' },
  { text: 'admin.shell.voters', align: 'text-right' },
  { text: 'analytics.column.payments', align: 'text-right' },
  { text: 'analytics.sideBySide.money', align: 'text-right' },
  { text: 'analytics.sideBySide.check', align: 'text-left' },
] as const;

function SumsTable({ figures: { editions, all } }: FiguresProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rows = [
    ...editions.map((edition) => ({ ...edition, name: edition.year })),
    // People who voted in several editions cannot be told once their details are erased.
    { ...all, voters: null, name: t('analytics.sideBySide.all') },
  ];
  const title = t('analytics.sideBySide.sums');
  return (
    <ScrollRegion label={title} className="min-w-0 rounded-xl bg-surface-raised">
      <table className="w-full text-sm">
        <caption className="px-4 pt-4 pb-2 text-left font-bold text-lg">{title}</caption>
        <thead className="bg-surface-high text-ivory-soft">
          <tr>
            {COLUMNS.map(({ text, align }) => (
              <th key={text} scope="col" className={`px-3 py-2 ${align}`}>
                {t(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-surface-line">
          {rows.map(({ name, votes, voters, payments, money, difference }) => (
            <tr key={name} className="last:font-bold">
              <th scope="row" className="px-3 py-2 text-left">
                {name}
              </th>
              <td className="px-3 py-2 text-right tabular-nums">{formatNumber(votes, language)}</td>
              <td className="px-3 py-2 text-right tabular-nums">
                {voters === null ? '–' : formatNumber(voters, language)}
              </td>
              <td className="px-3 py-2 text-right tabular-nums">
                {formatNumber(payments, language)}
              </td>
              <td className="px-3 py-2 text-right tabular-nums">
                {byCurrencyText(money, language) || '–'}
              </td>
              <td className="px-3 py-2">
                <Difference difference={difference} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Whether the money taken is the price of the votes counted. */
function Difference({ difference }: Pick<EditionFigures['all'], 'difference'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { differences, votes } = difference;
  if (differences.length === 0 && votes === 0) {
    return (
      <span className="flex items-center gap-1.5">
        <Check aria-hidden className="size-4 shrink-0" />
        {t('analytics.sideBySide.agrees')}
      </span>
    );
  }
  const parts = [
    ...(differences.length > 0 ? [byCurrencyText(differences, language)] : []),
    ...(votes === 0 ? [] : [t('admin.voteCount', { count: votes })]),
  ];
  return (
    <span className="flex items-center gap-1.5 text-alert">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {t('analytics.sideBySide.differs', { difference: parts.join(', ') })}
    </span>
  );
}

function DaysChart({ figures }: FiguresProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [measure, setMeasure] = useState<Measure>('votes');
  const [chosenYear, chooseYear] = useState<string | null>(null);
  const [newest, ...earlier] = figures.editions;
  const other = earlier.find(({ year }) => year === chosenYear) ?? earlier[0];
  if (!newest || !other) return null;
  const measureText = (name: Measure) =>
    name === 'votes'
      ? t('analytics.column.votes')
      : t('analytics.sideBySide.moneyIn', { currency: name });
  return (
    <ChartFigure
      name="sideBySide"
      scope={`${newest.year}, ${other.year}`}
      content={sideBySide([newest, other], measure, { t, language })}
    >
      <div className="my-3 flex flex-wrap gap-3">
        <SelectField
          label={t('analytics.sideBySide.measure')}
          value={measure}
          choices={measuresOf(figures)}
          textOf={measureText}
          onChoose={setMeasure}
        />
        <SelectField
          label={t('analytics.sideBySide.comparedWith')}
          value={other.year}
          choices={earlier.map(({ year }) => year)}
          textOf={String}
          onChoose={chooseYear}
        />
      </div>
    </ChartFigure>
  );
}
