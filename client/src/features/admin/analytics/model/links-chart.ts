import type { TFunction } from 'i18next';
import { formatNumber } from '#client/lib/format';
import type { Analytics } from '#shared/contracts/admin-payments';
import type { Language } from '#shared/domain/localized';
import { isOwnSource } from '#shared/domain/own-sources';
import type { ChartContent } from './chart';
import { sumOfVotes, withMostVotes } from './leaders';

/** Number of bars; the table lists the rest. */
const MAX_BARS = 10;

/**
 * Chart of visits, payments started and votes by marked link. Null when no marked link was used.
 */
export function linksChart(
  links: Analytics['links'],
  t: TFunction,
  language: Language,
): ChartContent | null {
  if (links.length === 0) return null;
  const format = (value: number) => formatNumber(value, language);
  const nameOf = (source: string): string =>
    isOwnSource(source) ? t(`analytics.links.own.${source}`) : source;
  const best = withMostVotes(links);
  return {
    summary: best
      ? t('analytics.links.summary', {
          votes: t('admin.voteCount', { count: sumOfVotes(links) }),
          source: nameOf(best.source),
          best: best.votes,
        })
      : t('analytics.links.noVotes', { count: links.length }),
    chart: {
      kind: 'bars',
      rows: links.slice(0, MAX_BARS).map(({ source, votes }) => ({
        name: nameOf(source),
        value: votes,
        text: format(votes),
      })),
    },
    numbers: {
      columns: [
        t('analytics.column.link'),
        t('analytics.column.visits'),
        t('analytics.column.checkouts'),
        t('analytics.column.votes'),
      ],
      rows: links.map(({ source, visits, checkouts, votes }) => ({
        id: source,
        cells: [nameOf(source), ...[visits, checkouts, votes].map(format)],
      })),
    },
  };
}
