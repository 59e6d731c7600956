import type { TFunction } from 'i18next';
import { formatNumber } from '#client/lib/format';
import type { Analytics } from '#shared/contracts/admin-payments';
import type { Language } from '#shared/domain/localized';
import type { ChartContent } from './chart';

interface Counted {
  votes: number;
}

export const sumOfVotes = (counted: readonly Counted[]): number =>
  counted.reduce((sum, { votes }) => sum + votes, 0);

/** Returns the first of those with the most votes; undefined without votes. */
export const withMostVotes = <T extends Counted>(counted: readonly T[]): T | undefined =>
  counted.reduce<T | undefined>(
    (best, nominee) => (nominee.votes > (best?.votes ?? 0) ? nominee : best),
    undefined,
  );

type Leader = Analytics['topArtists'][number];

/** Describes who leads and by how much; null without votes. */
export function leadersChart(
  artists: readonly Leader[],
  t: TFunction,
  language: Language,
): ChartContent | null {
  const [first, second] = artists;
  if (!first) return null;
  const texts = artists.map(({ votes }) => formatNumber(votes, language));
  return {
    summary: leadText(first, second, t),
    chart: {
      kind: 'bars',
      rows: artists.map(({ name, votes }, index) => ({
        name,
        value: votes,
        text: texts[index] ?? '',
      })),
    },
    numbers: {
      columns: [t('analytics.column.artist'), t('analytics.column.votes')],
      rows: artists.map(({ id, name }, index) => ({ id, cells: [name, texts[index] ?? ''] })),
    },
  };
}

function leadText(first: Leader, second: Leader | undefined, t: TFunction): string {
  const votes = t('admin.voteCount', { count: first.votes });
  if (!second) return t('analytics.leaders.alone', { name: first.name, votes });
  const names = { name: first.name, second: second.name };
  const lead = first.votes - second.votes;
  return lead === 0
    ? t('analytics.leaders.tied', { ...names, votes })
    : t('analytics.leaders.ahead', {
        ...names,
        votes,
        lead: t('admin.voteCount', { count: lead }),
      });
}
