import type { Language } from '#shared/domain/localized';

/**
 * Each unit is used up to twice the next larger one, so that rounding never loses half of a value.
 */
const UNITS = [
  { unit: 'second', seconds: 1, below: 120 },
  { unit: 'minute', seconds: 60, below: 120 * 60 },
  { unit: 'hour', seconds: 3_600, below: 48 * 3_600 },
  { unit: 'day', seconds: 86_400, below: Number.POSITIVE_INFINITY },
] as const;

/** Formats a duration in one unit, such as "90 seconds" or "3 hours". */
export function durationText(seconds: number, language: Language): string {
  const fitting = UNITS.find(({ below }) => seconds < below) ?? UNITS[3];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: fitting.unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.floor(seconds / fitting.seconds));
}
