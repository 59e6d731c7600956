import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { leadersQuery } from '#client/features/admin/analytics/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { serverNow } from '#client/lib/time/server-clock';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { ScrollRegion } from '#client/ui/scroll-region';
import type { Leaders } from '#shared/contracts/admin-payments';
import type { PublicConfig } from '#shared/contracts/config';
import { localized } from '#shared/domain/localized';

/** Describes in a sentence when voting is open. */
function useWindowText(): (voting: PublicConfig['voting']) => string {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  return ({ isOpen, opensAt, closesAt }) => {
    if (isOpen) {
      return closesAt === null
        ? t('admin.dashboard.alwaysOpen')
        : t('admin.dashboard.openUntil', { time: eventTime(closesAt) });
    }
    return opensAt !== null && Date.parse(opensAt) > serverNow()
      ? t('admin.dashboard.opensAt', { time: eventTime(opensAt) })
      : t('admin.dashboard.closed');
  };
}

/** One category: its leader, and the lead. */
function Leader({ category: { name, nameFr, artists } }: { category: Leaders[number] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [first, second] = artists;
  if (!first) return null;
  const lead = first.votes - (second?.votes ?? 0);
  return (
    <li className="w-44 shrink-0 border-surface-line border-l px-3 first:border-l-0">
      <p className="line-clamp-1 break-all text-ivory-muted text-xs">
        {localized(language, name, nameFr)}
      </p>
      <p className="line-clamp-1 break-all font-semibold text-sm">{first.name}</p>
      <p className="text-xs tabular-nums">
        {lead === 0
          ? t('admin.dashboard.tied', { votes: t('admin.voteCount', { count: first.votes }) })
          : t('admin.dashboard.leads', {
              votes: t('admin.voteCount', { count: first.votes }),
              lead,
            })}
      </p>
    </li>
  );
}

/**
 * Answers what organisers are asked during the event: when voting ends, what the public sees, and
 * who leads.
 */
export function AtAGlance() {
  const { t } = useTranslation();
  const windowText = useWindowText();
  const { data: config } = useQuery(publicConfigQuery);
  const { data: leaders = [] } = useQuery(leadersQuery);
  const withVotes = leaders.filter(({ artists }) => artists.length > 0);
  return (
    <div className="mt-2 flex min-h-18 flex-wrap items-stretch gap-px overflow-hidden rounded-xl border border-surface-line bg-surface-line lg:flex-nowrap">
      <div className="flex grow basis-64 flex-col justify-center gap-1 bg-surface-raised px-3 py-2 text-sm max-lg:min-h-16 lg:grow-0">
        {config && (
          <>
            <p className="flex items-start gap-2">
              <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
              {windowText(config.voting)}
            </p>
            <p className="flex items-start gap-2">
              <Eye aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
              {t(`settings.publish.now.${config.results.shows}`)}
            </p>
          </>
        )}
      </div>
      <div className="min-h-18 min-w-0 grow basis-72 bg-surface-raised">
        {withVotes.length > 0 && (
          <ScrollRegion label={t('admin.dashboard.leaders')} className="border-0">
            <ol className="flex py-2">
              {withVotes.map((category) => (
                <Leader key={category.categoryId} category={category} />
              ))}
            </ol>
          </ScrollRegion>
        )}
      </div>
    </div>
  );
}
