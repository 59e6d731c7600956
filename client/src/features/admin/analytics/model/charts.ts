import type { TFunction } from 'i18next';
import { formatNumber } from '#client/lib/format';
import type { Analytics } from '#shared/contracts/admin-payments';
import type { Language } from '#shared/domain/localized';
import type { ChartContent } from './chart';
import { type Columns, METHOD_NAMES } from './chart';
import { type FunnelStep, funnelSteps } from './funnel-steps';
import { knownReasons } from './known-reasons';
import { sumOfVotes, withMostVotes } from './leaders';
import { percentText } from './percent-text';
import { revenueText } from './revenue-text';
import { dayText, hourText, type Size, zoneText } from './time-text';

/** Translation function and language of a chart's texts. */
interface TextContext {
  t: TFunction;
  language: Language;
}

/** Formats a time, short for the axis or in full for the tooltip. */
type Clock = (at: string, size: Size) => string;

const labelsOf = (moments: readonly string[], clock: Clock): Columns['labels'] =>
  moments.map((at) => ({ short: clock(at, 'short'), full: clock(at, 'full') }));

const dayClock =
  (language: Language): Clock =>
  (day, size) =>
    dayText(day, language, size);

export function votesPerDay(
  days: Analytics['votesPerDay'],
  texts: TextContext,
): ChartContent | null {
  const { t, language } = texts;
  const moments = days.map(({ day, votes }) => ({ at: day, votes }));
  const clock = dayClock(language);
  return votesOverTime(moments, clock, texts, (votes, { at, votes: best }) => ({
    summary: t('analytics.votesPerDay.summary', { votes, day: clock(at, 'full'), best }),
    column: t('analytics.column.day'),
  }));
}

export function votesPerHour(
  hours: Analytics['votesPerHour'],
  timeZone: string,
  texts: TextContext,
): ChartContent | null {
  const { t, language } = texts;
  const clock: Clock = (at, size) => hourText(at, language, timeZone, size);
  return votesOverTime(hours, clock, texts, (votes, { at, votes: best }) => ({
    summary: t('analytics.votesPerHour.summary', { votes, hour: clock(at, 'full'), best }),
    column: t('analytics.column.hour', { zone: zoneText(at, language, timeZone) }),
  }));
}

interface Moment {
  at: string;
  votes: number;
}

/**
 * @param wordsFor returns the summary (the total and the peak) and the heading of the time column
 */
function votesOverTime(
  moments: readonly Moment[],
  clock: Clock,
  { t, language }: TextContext,
  wordsFor: (votes: string, best: Moment) => { summary: string; column: string },
): ChartContent | null {
  const best = withMostVotes(moments);
  if (!best) return null;
  const { summary, column } = wordsFor(t('admin.voteCount', { count: sumOfVotes(moments) }), best);
  const name = t('analytics.column.votes');
  const format = (value: number) => formatNumber(value, language);
  return {
    summary,
    chart: {
      kind: 'columns',
      labels: labelsOf(
        moments.map(({ at }) => at),
        clock,
      ),
      series: [{ name, mark: 'plum', values: moments.map(({ votes }) => votes) }],
      format,
    },
    numbers: {
      columns: [column, name],
      rows: moments.map(({ at, votes }) => ({ id: at, cells: [clock(at, 'full'), format(votes)] })),
    },
  };
}

/** The chart of revenue per day, in dollars so that both methods share one axis. */
export function revenuePerDay(
  days: Analytics['revenuePerDay'],
  { t, language }: TextContext,
): ChartContent | null {
  const dollars = (amount: number) => revenueText(amount, language);
  /** Shows cents only when there are some. */
  const tickText = (amount: number) =>
    amount.toLocaleString(language, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    });
  const card = days.reduce((sum, day) => sum + day.card, 0);
  const mobileMoney = days.reduce((sum, day) => sum + day.mobileMoney, 0);
  if (card + mobileMoney === 0) return null;
  const names = { card: t(METHOD_NAMES.card), mobileMoney: t(METHOD_NAMES['mobile-money']) };
  const clock = dayClock(language);
  return {
    summary: t('analytics.revenue.summary', {
      total: dollars(card + mobileMoney),
      card: dollars(card),
      mobileMoney: dollars(mobileMoney),
    }),
    chart: {
      kind: 'columns',
      labels: labelsOf(
        days.map(({ day }) => day),
        clock,
      ),
      series: [
        { name: names.card, mark: 'plum', values: days.map((day) => day.card) },
        { name: names.mobileMoney, mark: 'ochre', values: days.map((day) => day.mobileMoney) },
      ],
      format: dollars,
      formatTick: tickText,
    },
    numbers: {
      columns: [
        t('analytics.column.day'),
        names.card,
        names.mobileMoney,
        t('analytics.column.total'),
      ],
      rows: days.map((day) => ({
        id: day.day,
        cells: [
          clock(day.day, 'full'),
          ...[day.card, day.mobileMoney, day.card + day.mobileMoney].map(dollars),
        ],
      })),
    },
  };
}

/** Shows how many payments reached each step, as a share of the step before and of all. */
export function checkoutFunnel(
  funnel: Analytics['funnel'],
  { t, language }: TextContext,
): ChartContent | null {
  if (funnel.created === 0) return null;
  const percent = (share: number | null) => (share === null ? '–' : percentText(share, language));
  const nameOf = (step: FunnelStep['step']) => t(`analytics.funnel.step.${step}`);
  const steps = funnelSteps(funnel);
  return {
    summary: t('analytics.funnel.summary', {
      created: t('admin.analytics.payments', { count: funnel.created }),
      share: percentText(funnel.completed / funnel.created, language),
    }),
    chart: {
      kind: 'bars',
      rows: steps.map(({ step, payments, ofBefore }) => ({
        name:
          ofBefore === null
            ? nameOf(step)
            : t('analytics.funnel.stepWithShare', { step: nameOf(step), share: percent(ofBefore) }),
        value: payments,
        text: formatNumber(payments, language),
      })),
    },
    numbers: {
      columns: [
        t('analytics.column.step'),
        t('analytics.column.payments'),
        t('analytics.column.ofBefore'),
        t('analytics.column.ofCreated'),
      ],
      rows: steps.map(({ step, payments, ofBefore, ofAll }) => ({
        id: step,
        cells: [nameOf(step), formatNumber(payments, language), percent(ofBefore), percent(ofAll)],
      })),
    },
  };
}

export function failureReasons(
  counts: Analytics['failureReasons'],
  { t, language }: TextContext,
): ChartContent | null {
  const reasons = knownReasons(counts).map(({ reason, payments, ofAll }) => ({
    id: reason,
    payments,
    name: t(`tracking.reason.${reason}`),
    number: formatNumber(payments, language),
    share: percentText(ofAll, language),
  }));
  const [first] = reasons;
  if (!first) return null;
  const failed = reasons.reduce((sum, { payments }) => sum + payments, 0);
  return {
    summary: t('analytics.reasons.summary', {
      failed: t('admin.analytics.payments', { count: failed }),
      reason: first.name,
      share: first.share,
    }),
    chart: {
      kind: 'bars',
      rows: reasons.map(({ name, payments, number, share }) => ({
        name,
        value: payments,
        text: `${number} (${share})`,
      })),
    },
    numbers: {
      columns: [
        t('analytics.column.reason'),
        t('analytics.column.payments'),
        t('analytics.column.share'),
      ],
      rows: reasons.map(({ id, name, number, share }) => ({ id, cells: [name, number, share] })),
    },
  };
}
