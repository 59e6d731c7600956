import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics } from '#shared/contracts/admin-payments';
import { leadersStory } from '../model/leaders';
import type { Period } from '../use-period';
import { ChartFigure } from './chart-figure';
import { CheckoutFunnel } from './checkout-funnel';
import { FailureReasons } from './failure-reasons';
import { MethodShares } from './method-shares';
import { RevenuePerDay } from './revenue-per-day';
import { TopByCategory } from './top-by-category';
import { VotesPerDay } from './votes-per-day';
import { VotesPerHour } from './votes-per-hour';

interface TopArtistsProps {
  artists: Analytics['topArtists'];
  scope: string;
}

function TopArtists({ artists, scope }: TopArtistsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ChartFigure
      title={t('analytics.topArtists.title')}
      scope={scope}
      story={leadersStory(artists, t, language)}
      empty={t('analytics.topArtists.empty')}
    />
  );
}

interface ChartsProps {
  analytics: Analytics;
  period: Period;
}

/** From the period that was chosen to all there is: each group says in its heading what it is of. */
export function Charts({ analytics, period }: ChartsProps) {
  const { t } = useTranslation();
  const { data: config } = useQuery(publicConfigQuery);
  const ofPeriod = t('analytics.scope.period', { days: period });
  const ofHours = t('analytics.scope.hours', { hours: analytics.votesPerHour.length });
  const ofAllTime = t('analytics.scope.allTime');
  return (
    <>
      <Group heading={ofPeriod}>
        <VotesPerDay days={analytics.votesPerDay} scope={ofPeriod} />
        <RevenuePerDay days={analytics.revenuePerDay} scope={ofPeriod} />
        <CheckoutFunnel funnel={analytics.funnel} scope={ofPeriod} />
        <FailureReasons counts={analytics.failureReasons} scope={ofPeriod} />
      </Group>
      <Group heading={ofHours} isWide>
        <VotesPerHour
          hours={analytics.votesPerHour}
          timeZone={config?.event.timezone ?? 'UTC'}
          scope={ofHours}
        />
      </Group>
      <Group heading={ofAllTime}>
        <TopArtists artists={analytics.topArtists} scope={ofAllTime} />
        <div className="flex min-w-0 flex-col gap-4 *:first:grow">
          <TopByCategory categories={analytics.topByCategory} scope={ofAllTime} />
          <MethodShares shares={analytics.paymentMethods} />
        </div>
      </Group>
    </>
  );
}

interface GroupProps {
  heading: string;
  isWide?: boolean;
  children: ReactNode;
}

function Group({ heading, isWide = false, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-bold text-xl">
        {heading}
      </h2>
      <div className={`grid gap-4 ${isWide ? '' : 'lg:grid-cols-2'}`}>{children}</div>
    </section>
  );
}
