import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv/index';
import type { Correction } from '#shared/contracts/books';
import { type Language, localized } from '#shared/domain/localized';
import { providerName } from '#shared/domain/provider-name';
import type { ClosingReport } from './closings';
import { LINE_FIGURES } from './corrections';
import { aboutText, plainValue } from './report-values';
import { REPORT_TEXTS } from './texts';

/** Writes one figure per line, so that they can be added up in any tool. */
export function reportCsv(report: ClosingReport, language: Language): string {
  const texts = REPORT_TEXTS[language];
  const { section, about, currency, figure, value } = texts.columns;
  const { lines, fees, votesByCategory, open } = report.figures;
  const rows = [
    [section, about, currency, figure, value, texts.now],
    [texts.title, report.day ?? texts.wholeEdition, '', texts.closedBy, report.by, ''],
    [texts.title, '', '', texts.edition, report.edition.settings.year, ''],
    [texts.title, '', '', texts.closed, report.closedAt.toISOString(), ''],
    ...lines.flatMap((line) =>
      LINE_FIGURES.map((name) => [
        texts.totals,
        providerName(line.provider),
        line.currency,
        texts.figures[name],
        plainValue(line[name], name, line.currency),
        '',
      ]),
    ),
    ...fees.flatMap((sum) =>
      (['fee', 'net'] as const).map((name) => [
        texts.fees,
        providerName(sum.provider),
        sum.currency,
        texts.figures[name],
        plainValue(sum[name], name, sum.currency),
        '',
      ]),
    ),
    ...votesByCategory.map(({ name, nameFr, votes }) => [
      texts.votesByCategory,
      localized(language, name, nameFr),
      '',
      texts.figures.votes,
      String(votes),
      '',
    ]),
    ...(['pending', 'flagged', 'differences', 'notCompared'] as const).map((name) => [
      texts.open,
      '',
      '',
      texts[name],
      String(open[name]),
      '',
    ]),
    ...report.corrections.map((correction) => [
      texts.corrections,
      aboutText(correction, language),
      correction.currency ?? '',
      texts.figures[correction.figure],
      plainOf(correction, correction.closed),
      plainOf(correction, correction.now),
    ]),
  ];
  return BYTE_ORDER_MARK + rows.map(csvLine).join('');
}

const plainOf = ({ figure, currency }: Correction, value: number): string =>
  plainValue(value, figure, currency);
