import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { CanvasChart } from '#client/ui/chart/canvas-chart';
import { NumbersTable } from '#client/ui/chart/numbers-table';
import { Checkbox } from '#client/ui/fields/checkbox';
import { ChoiceStrip } from '#client/ui/fields/choice-strip';
import { ScrollRegion } from '#client/ui/scroll-region';
import { Skeleton } from '#client/ui/skeleton';
import { timelineOf } from '../api';
import { LINES, linesConfig } from '../model/lines';
import { numbersOf, partText, stepTexts, type TextContext } from '../model/step-text';
import {
  byVotes,
  partsOf,
  periodOf,
  RANGES,
  type Range,
  type Steps,
  stepWithMostVotes,
} from '../model/steps';

interface TimelineProps {
  categoryId: string;
  /** For screen readers. */
  categoryName: string;
  /** Year of the archived edition; null for the current one. */
  archivedYear: string | null;
  /** True when later votes are hidden. */
  isSealed: boolean;
}

/** Shows how the votes of a category came in: lines, the details of a moment, and the numbers. */
export function Timeline({ categoryId, categoryName, archivedYear, isSealed }: TimelineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: config } = useQuery(publicConfigQuery);
  const timeZone = config?.event.timezone ?? 'UTC';
  const [range, setRange] = useState<Range>('all');
  const all = useQuery(timelineOf(categoryId, archivedYear, null));
  const until = all.data?.timeline?.until;
  const period = until === undefined ? null : periodOf(range, until);
  const part = useQuery({
    ...timelineOf(categoryId, archivedYear, period),
    enabled: all.data !== undefined,
  });
  // Drawing many lines has a lower priority than the rest of the page.
  const steps = useDeferredValue(part.data?.timeline);
  const context = useMemo(() => ({ t, language, timeZone }), [t, language, timeZone]);

  if (all.isLoadingError || part.isLoadingError) {
    const retry = () => void (all.isLoadingError ? all : part).refetch();
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        <p className="text-ivory-soft">{t('count.timeline.failed')}</p>
        <Button variant="outline" onClick={retry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (steps === undefined) return <Skeleton className="h-72" />;
  if (steps === null) return <p className="text-ivory-soft">{t('count.timeline.hidden')}</p>;
  if (all.data?.timeline?.steps === 0) {
    return <p className="text-ivory-soft">{t('count.timeline.empty')}</p>;
  }
  return (
    <div className="flex flex-col gap-4">
      {isSealed && <p className="text-ivory-soft">{t('count.timeline.sealed')}</p>}
      <ChoiceStrip
        label={t('count.timeline.range')}
        value={range}
        choices={RANGES}
        textOf={(range) => t(`count.timeline.ranges.${range}`)}
        onChoose={setRange}
      />
      {/* Keyed: another period starts at its own step with the most votes. */}
      <Lines
        key={`${categoryId} ${steps.from} ${steps.stepMinutes}`}
        steps={steps}
        categoryName={categoryName}
        context={context}
      />
    </div>
  );
}

interface LinesProps {
  steps: Steps;
  categoryName: string;
  context: TextContext;
}

function Lines({ steps, categoryName, context }: LinesProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState(() => stepWithMostVotes(steps));
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(
    () =>
      new Map(
        byVotes(steps)
          .slice(0, LINES.length)
          .map(({ nominationId }, index) => [nominationId, index]),
      ),
  );
  const configOf = useCallback(
    (canvas: HTMLCanvasElement) =>
      linesConfig({ steps, chosen, step, context, onStep: setStep }, canvas),
    [steps, chosen, step, context],
  );
  const numbers = useMemo(
    () => numbersOf(steps, new Set(chosen.keys()), context),
    [steps, chosen, context],
  );
  return (
    <>
      <div className="relative h-64 min-w-0 forced-color-adjust-none">
        <div className="absolute inset-0">
          <CanvasChart
            configOf={configOf}
            label={t('count.timeline.picture', { category: categoryName })}
          />
        </div>
      </div>
      <Moment steps={steps} step={step} onStep={setStep} context={context} />
      <LineChoice steps={steps} chosen={chosen} onChoose={setChosen} />
      <NumbersTable
        caption={`${t('catalog.timeline')} – ${categoryName}`}
        numbers={numbers}
        texts={{ show: t('count.timeline.show'), hide: t('count.timeline.hide') }}
      />
    </>
  );
}

interface MomentProps {
  steps: Steps;
  step: number;
  onStep: (step: number) => void;
  context: TextContext;
}

/** The selected step, and the votes in it. */
function Moment({ steps, step, onStep, context }: MomentProps) {
  const { t } = useTranslation();
  const id = useId();
  const time = stepTexts(steps, context)(step);
  const parts = partsOf(steps, step);
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {t('count.timeline.step')}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.steps - 1}
        value={step}
        aria-valuetext={time}
        onChange={({ target }) => onStep(Number(target.value))}
        className="h-(--control) w-full accent-gold"
      />
      <p className="text-ivory-muted text-sm">{t('count.timeline.choose')}</p>
      {/* A quiet moment is as high as a busy one: nothing below it moves. */}
      <ScrollRegion
        label={t('count.timeline.step')}
        className="h-48 rounded-xl bg-surface-raised px-4 py-3"
      >
        <div aria-live="polite">
          {parts.length === 0 ? (
            <p>{t('count.timeline.nothing', { time })}</p>
          ) : (
            <>
              <p className="font-semibold">{time}</p>
              <ul className="mt-1 flex flex-col gap-1">
                {parts.map((part) => (
                  <li key={part.nominationId} className="flex flex-wrap justify-between gap-x-4">
                    <span className="wrap-anywhere min-w-0">{part.artistName}</span>
                    <span className="text-ivory-soft tabular-nums">{partText(part, context)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </ScrollRegion>
    </div>
  );
}

interface LineChoiceProps {
  steps: Steps;
  chosen: ReadonlyMap<string, number>;
  onChoose: (chosen: ReadonlyMap<string, number>) => void;
}

/**
 * Legend of the lines; another nominee can be chosen, and takes the colour of one that is removed.
 */
function LineChoice({ steps, chosen, onChoose }: LineChoiceProps) {
  const { t } = useTranslation();
  const nominees = byVotes(steps);
  const isFull = chosen.size === LINES.length;
  const toggle = (nominationId: string) => {
    const next = new Map(chosen);
    if (!next.delete(nominationId)) {
      const used = new Set(chosen.values());
      next.set(
        nominationId,
        LINES.findIndex((_line, index) => !used.has(index)),
      );
    }
    onChoose(next);
  };
  return (
    <fieldset>
      <legend className="text-ivory-muted text-sm">
        {t('count.timeline.otherLines', { most: LINES.length })}
      </legend>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {nominees.map(({ nominationId, artistName }) => {
          const place = chosen.get(nominationId);
          const isChosen = place !== undefined;
          return (
            <li key={nominationId} className="min-w-0">
              <Checkbox
                checked={isChosen}
                disabled={!isChosen && isFull}
                onChange={() => toggle(nominationId)}
                label={
                  <span className="flex min-w-0 items-center gap-2">
                    {isChosen && <LineSample place={place} />}
                    <span className="wrap-anywhere min-w-0">{artistName}</span>
                  </span>
                }
              />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** A sample of the line for the legend. */
function LineSample({ place }: { place: number }) {
  const line = LINES[place];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 28 4"
      className="h-1 w-7 shrink-0 forced-color-adjust-none"
      style={{ stroke: line?.colour } as CSSProperties}
    >
      <line x1="0" x2="28" y1="2" y2="2" strokeWidth="3" strokeDasharray={line?.dash.join(' ')} />
    </svg>
  );
}
