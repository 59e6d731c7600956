import type { Language } from '#shared/domain/localized';

const SMALLEST_SHOWN = 0.001;

/**
 * Formats a share to a tenth of a percent. A share below that, but above zero,
 * is shown as `<0.1%`.
 * @param share from 0 to 1
 */
export function percentText(share: number, language: Language): string {
  const { format } = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  return share > 0 && share < SMALLEST_SHOWN ? `<\u00a0${format(SMALLEST_SHOWN)}` : format(share);
}
