import { CloudOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '#client/features/layout/index';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { NumbersTable } from '#client/ui/chart/numbers-table';
import { type Chart, type ChartContent, chartHeight, MARKS } from '../model/chart';

const ChartCanvas = lazy(async () => ({
  default: (await importOrReload(() => import('./chart-canvas'))).ChartCanvas,
}));

interface LazyChartProps {
  chart: Chart;
  /** Accessible name of the chart. */
  label: string;
}

/**
 * Reserves the chart's height while its code is loading. Keeps its colours in forced-colours mode.
 */
const LazyChart = ({ chart, label }: LazyChartProps) => (
  <div
    className="relative min-w-0 grow bg-surface-raised forced-color-adjust-none"
    style={{ minHeight: chartHeight(chart) }}
  >
    {/* Has the height of the adjacent element: its own content must not change it. */}
    <div className="absolute inset-0">
      <Suspense>
        <ChartCanvas chart={chart} label={label} />
      </Suspense>
    </div>
  </div>
);

/** Explains the colours; a single one needs no legend. */
function ChartLegend({ chart }: { chart: Chart }) {
  if (chart.kind === 'bars' || chart.series.length < 2) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ivory-soft text-sm">
      {chart.series.map(({ name, mark }) => (
        <li key={name} className="flex items-center gap-2">
          <span
            aria-hidden
            className="size-3.5 shrink-0 rounded-sm forced-color-adjust-none"
            style={{ backgroundColor: MARKS[mark] }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}

interface ChartFigureProps {
  /** Key of its texts. */
  name:
    | 'votesPerDay'
    | 'votesPerHour'
    | 'revenue'
    | 'funnel'
    | 'reasons'
    | 'links'
    | 'topArtists'
    | 'topByCategory'
    | 'sideBySide';
  /** The scope of the numbers: a period, or all time. */
  scope: string;
  /** Null while there is no data. */
  content: ChartContent | null;
  /** Text for no data, where the usual one would not be true. */
  empty?: string | undefined;
  /** Control that chooses among several charts. */
  children?: ReactNode;
}

export function ChartFigure({ name, scope, content, empty, children }: ChartFigureProps) {
  const { t } = useTranslation();
  const id = useId();
  const title = t(`analytics.${name}.title`);
  const caption = `${title} – ${scope}`;
  const buttonTexts = { show: t('analytics.numbers.show'), hide: t('analytics.numbers.hide') };
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-xl border border-surface-line bg-surface-raised p-4"
    >
      <h3 id={id} className="font-bold text-lg">
        {title}
      </h3>
      {children}
      {content === null ? (
        <p className="mt-1 text-ivory-muted">{empty ?? t(`analytics.${name}.empty`)}</p>
      ) : (
        <>
          <p className="mt-1 mb-3 text-ivory-soft text-pretty">{content.summary}</p>
          <ErrorBoundary
            fallback={
              <>
                <NoChart />
                <NumbersTable
                  caption={caption}
                  numbers={content.numbers}
                  texts={buttonTexts}
                  isOpen
                />
              </>
            }
          >
            <ChartLegend chart={content.chart} />
            <LazyChart chart={content.chart} label={t('analytics.picture', { title: caption })} />
            <NumbersTable caption={caption} numbers={content.numbers} texts={buttonTexts} />
          </ErrorBoundary>
        </>
      )}
    </section>
  );
}

/** Shown when the charting code failed to load. */
function NoChart() {
  const { t } = useTranslation();
  return (
    <p className="flex items-center gap-3 rounded-lg bg-surface-high p-3 text-ivory-soft text-sm">
      <CloudOff aria-hidden className="size-5 shrink-0" />
      {t('analytics.noPicture')}
    </p>
  );
}
