import type { Language } from '../../../../../shared/domain/localized';

/** @param share from 0 to 1 */
export const percentText = (share: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
