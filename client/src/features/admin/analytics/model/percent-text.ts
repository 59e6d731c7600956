import type { Language } from '#shared/domain/localized';

const SMALLEST_SHOWN = 0.001;

/**
 * To a tenth of a percent. What is less than that is still more than nothing, and said so.
 * @param share from 0 to 1
 */
export function percentText(share: number, language: Language): string {
  const { format } = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  return share > 0 && share < SMALLEST_SHOWN ? `<\u00a0${format(SMALLEST_SHOWN)}` : format(share);
}
