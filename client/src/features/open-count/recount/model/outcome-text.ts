import type { TFunction } from 'i18next';
import { formatMoney, formatNumber } from '#client/lib/format';
import type { Language } from '#shared/domain/localized';
import type { Difference, Outcome } from './outcome';

/** Translation function and language of the texts. */
interface TextContext {
  t: TFunction;
  language: Language;
}

/** Describes the result of a recount in sentences; the first one is the summary. */
export function outcomeTexts(outcome: Outcome, context: TextContext): string[] {
  const { t } = context;
  switch (outcome.is) {
    case 'equal': {
      const { compared, entries: count, sealed } = outcome;
      if (compared === 'totals') return [t('count.recount.equal', { count })];
      return [
        t('count.recount.intact', { count }),
        t(`count.recount.${compared}`),
        ...(sealed > 0 ? [t('count.sealedNote', { count: sealed })] : []),
      ];
    }
    case 'different':
      return [
        t('count.recount.different'),
        differenceText(outcome.difference, context),
        t('count.recount.keep'),
      ];
    default:
      return [t(`count.recount.${outcome.is}`)];
  }
}

function differenceText(difference: Difference, { t, language }: TextContext): string {
  const { what } = difference;
  switch (what) {
    case 'fault': {
      const { entry, fault } = difference;
      return t(`count.recount.fault.${fault}`, { entry: ordinalOf(entry) });
    }
    case 'altered':
    case 'unreadable':
      return t(`count.recount.difference.${what}`, { entry: ordinalOf(difference.entry) });
    case 'other-key':
      return t('count.recount.difference.otherKey');
    case 'other-log':
      return t('count.recount.difference.otherLog', { entries: difference.entries });
    case 'sum': {
      const { of, year, log, site } = difference;
      const write = (value: number) =>
        of === 'XAF' || of === 'USD'
          ? formatMoney({ amountMinor: value, currency: of }, language)
          : formatNumber(value, language);
      const text = t(`count.recount.difference.${of}`, { log: write(log), site: write(site) });
      return year === null ? text : t('count.recount.difference.ofEdition', { year, text });
    }
    case 'total': {
      const { artist, category, log, site } = difference;
      const [inLog, shown] = [log, site].map((votes) => formatNumber(votes, language));
      return t('count.recount.difference.total', { artist, category, log: inLog, site: shown });
    }
    case 'name':
    case 'shorter':
    case 'rewritten':
      return t(`count.recount.difference.${what}`, { ...difference });
    case 'unsigned':
      return t('count.recount.difference.unsigned');
  }
}

/** People count from one, the log from zero. */
const ordinalOf = (place: number): number => place + 1;
