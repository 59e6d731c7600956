import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics } from '#shared/contracts/admin-payments';
import { leadersStory } from '../model/leaders';
import {
  checkoutFunnel,
  failureReasons,
  revenuePerDay,
  votesPerDay,
  votesPerHour,
} from '../model/stories';
import type { Period } from '../use-period';
import { ChartFigure } from './chart-figure';
import { MethodShares } from './method-shares';
import { TopByCategory } from './top-by-category';

interface ChartsProps {
  analytics: Analytics;
  period: Period;
}

/** From the period that was chosen to all there is: each group says in its heading what it is of. */
export function Charts({ analytics, period }: ChartsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: config } = useQuery(publicConfigQuery);
  const timeZone = config?.event.timezone ?? 'UTC';
  const ofPeriod = t('analytics.scope.period', { days: period });
  const ofHours = t('analytics.scope.hours', { hours: analytics.votesPerHour.length });
  const ofAllTime = t('analytics.scope.allTime');
  return (
    <>
      <Group heading={ofPeriod}>
        <ChartFigure
          name="votesPerDay"
          scope={ofPeriod}
          story={votesPerDay(analytics.votesPerDay, t, language)}
        />
        <ChartFigure
          name="revenue"
          scope={ofPeriod}
          story={revenuePerDay(analytics.revenuePerDay, t, language)}
        />
        <ChartFigure
          name="funnel"
          scope={ofPeriod}
          story={checkoutFunnel(analytics.funnel, t, language)}
        />
        <ChartFigure
          name="reasons"
          scope={ofPeriod}
          story={failureReasons(analytics.failureReasons, t, language)}
        />
      </Group>
      <Group heading={ofHours} isWide>
        <ChartFigure
          name="votesPerHour"
          scope={ofHours}
          story={votesPerHour(analytics.votesPerHour, timeZone, t, language)}
        />
      </Group>
      <Group heading={ofAllTime}>
        <ChartFigure
          name="topArtists"
          scope={ofAllTime}
          story={leadersStory(analytics.topArtists, t, language)}
        />
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
