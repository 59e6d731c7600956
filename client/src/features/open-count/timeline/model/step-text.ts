import type { TFunction } from 'i18next';
import { formatNumber } from '#client/lib/format';
import type { Language } from '#shared/domain/localized';
import { byVotes, type Part, type Steps, stepTimes, sumsOf } from './steps';

/** Translation function and language of the texts, and the event's time zone. */
export interface TextContext {
  t: TFunction;
  language: Language;
  timeZone: string;
}

const DAY_MINUTES = 1_440;

/**
 * Formats the time span of a step in the event's time zone: "28 Nov, 20:14–20:15", or days. The
 * zone is named only when the visitor's own clock shows another time.
 * @returns a function for many steps: creating an Intl format takes longer than all its formatting
 */
export function stepTexts(
  steps: Steps,
  { language, timeZone }: TextContext,
): (step: number) => string {
  const isDays = steps.stepMinutes >= DAY_MINUTES;
  const formatIn = (zone?: string, named = false) =>
    new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      ...(isDays ? { year: 'numeric' } : { hour: 'numeric', minute: '2-digit' }),
      ...(zone && { timeZone: zone }),
      ...(named && { timeZoneName: 'short' }),
    });
  const [ofEvent, ofVisitor] = [formatIn(timeZone), formatIn()];
  const named = isDays ? ofEvent : formatIn(timeZone, true);
  return (step) => {
    const [from, to] = stepTimes(steps, step);
    const isSameClock = ofEvent.format(from) === ofVisitor.format(from);
    // The last moment of the last day: the next one has not begun.
    return (isSameClock ? ofEvent : named).formatRange(from, isDays ? to - 1 : to);
  };
}

/** Formats the start of each step as briefly as possible. */
export function tickTexts(steps: Steps, { language, timeZone }: TextContext): string[] {
  const isWithinDay = steps.stepMinutes * steps.steps <= DAY_MINUTES;
  const format = new Intl.DateTimeFormat(language, {
    timeZone,
    ...(isWithinDay ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
  });
  return Array.from({ length: steps.steps }, (_none, at) => format.format(stepTimes(steps, at)[0]));
}

/** For example "412 votes in 9 payments, 1 payment withdrawn". */
export function partText({ votes, payments, takenBack }: Part, { t }: TextContext): string {
  const counted = t('count.timeline.sum', {
    votes: t('count.timeline.votes', { count: votes }),
    payments: t('count.timeline.inPayments', { count: payments }),
  });
  const returned = t('count.timeline.takenBack', { count: takenBack });
  if (payments === 0) return returned;
  return takenBack === 0 ? counted : `${counted}, ${returned}`;
}

/** The numbers behind the lines, sorted by votes. */
export function numbersOf(steps: Steps, chosen: ReadonlySet<string>, context: TextContext) {
  const textOf = stepTexts(steps, context);
  const lines = byVotes(steps)
    .filter(({ nominationId }) => chosen.has(nominationId))
    .map((nominee) => ({ name: nominee.artistName, sums: sumsOf(nominee) }));
  return {
    columns: [context.t('count.timeline.time'), ...lines.map(({ name }) => name)],
    rows: Array.from({ length: steps.steps }, (_none, step) => ({
      id: String(step),
      cells: [
        textOf(step),
        ...lines.map(({ sums }) => formatNumber(sums[step] ?? 0, context.language)),
      ],
    })),
  };
}
