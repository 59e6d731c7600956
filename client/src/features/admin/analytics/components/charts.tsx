import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { SelectField, useEditionState } from '#client/features/admin/shell/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Separator } from '#client/ui/separator';
import type { Analytics } from '#shared/contracts/admin-payments';
import { localized } from '#shared/domain/localized';
import { METHOD_NAMES } from '../model/chart';
import {
  checkoutFunnel,
  failureReasons,
  revenuePerDay,
  votesPerDay,
  votesPerHour,
} from '../model/charts';
import { leadersChart } from '../model/leaders';
import { linksChart } from '../model/links-chart';
import { percentText } from '../model/percent-text';
import type { Period } from '../use-period';
import { ChartFigure } from './chart-figure';

/** Id of the ranking in the page, for links. */
export const RANKING = 'ranking';

interface TopByCategoryProps {
  categories: Analytics['topByCategory'];
  scope: string;
}

/**
 * Shows one category at a time: the first one with votes, until another is chosen here or by the
 * address.
 */
function TopByCategory({ categories, scope }: TopByCategoryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [address, setAddress] = useSearchParams();
  const chosenId = address.get('category');
  const chooseCategory = (id: string) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('category', id);
        return next;
      },
      { replace: true },
    );
  // The browser tried to scroll to the anchor before the figures had loaded.
  useEffect(() => {
    if (window.location.hash === `#${RANKING}`) document.getElementById(RANKING)?.scrollIntoView();
  }, []);
  const shown =
    categories.find(({ categoryId }) => categoryId === chosenId) ??
    categories.find(({ artists }) => artists.length > 0) ??
    categories[0];
  const namesById = new Map(
    categories.map(({ categoryId, name, nameFr }) => [
      categoryId,
      localized(language, name, nameFr),
    ]),
  );
  return (
    <ChartFigure
      name="topByCategory"
      scope={shown ? `${namesById.get(shown.categoryId)}, ${scope}` : scope}
      content={leadersChart(shown?.artists ?? [], t, language)}
      empty={shown ? undefined : t('analytics.topByCategory.noCategory')}
    >
      {shown && (
        <div className="my-3">
          <SelectField
            label={t('analytics.topByCategory.category')}
            value={shown.categoryId}
            choices={[...namesById.keys()]}
            textOf={(id) => namesById.get(id) ?? ''}
            onChoose={chooseCategory}
          />
        </div>
      )}
    </ChartFigure>
  );
}

/**
 * Shares of the payment methods; before the first completed payment a forecast, labelled as one.
 */
function MethodShares({ shares }: { shares: Analytics['paymentMethods'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section className="rounded-xl border border-surface-line bg-surface-raised p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-bold text-lg">{t('admin.analytics.methods')}</h3>
        {shares.isForecast && <Badge variant="amber">{t('admin.analytics.forecast')}</Badge>}
      </div>
      {shares.isForecast && (
        <p className="mt-1 text-ivory-muted text-sm">{t('admin.analytics.forecastHint')}</p>
      )}
      <ul className="mt-3 flex flex-col gap-3">
        {shares.methods.map(({ method, percent: share, payments }) => (
          <li key={method}>
            <div className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{t(METHOD_NAMES[method])}</span>
              <span className="tabular-nums">
                {percentText(share / 100, language)}
                {!shares.isForecast && (
                  <span className="text-ivory-muted">
                    <Separator />
                    {t('admin.analytics.payments', { count: payments })}
                  </span>
                )}
              </span>
            </div>
            <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-surface-high">
              <div className="h-full rounded-full bg-gold" style={{ width: `${share}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChartsProps {
  analytics: Analytics;
  period: Period;
}

/**
 * All charts: first those of the chosen period, then those of all time. The heading of each group
 * names its scope.
 */
export function Charts({ analytics, period }: ChartsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: config } = useQuery(publicConfigQuery);
  const timeZone = config?.event.timezone ?? 'UTC';
  const isArchived = useEditionState() === 'archived';
  const hours = analytics.votesPerHour.length;
  const ofPeriod = t(`analytics.scope.${isArchived ? 'lastPeriod' : 'period'}`, { days: period });
  const ofHours = t(`analytics.scope.${isArchived ? 'lastHours' : 'hours'}`, { hours });
  const ofAllTime = t('analytics.scope.allTime');
  return (
    <>
      <Group heading={ofPeriod}>
        <ChartFigure
          name="votesPerDay"
          scope={ofPeriod}
          content={votesPerDay(analytics.votesPerDay, { t, language })}
        />
        <ChartFigure
          name="revenue"
          scope={ofPeriod}
          content={revenuePerDay(analytics.revenuePerDay, { t, language })}
        />
        <ChartFigure
          name="funnel"
          scope={ofPeriod}
          content={checkoutFunnel(analytics.funnel, { t, language })}
        />
        <ChartFigure
          name="reasons"
          scope={ofPeriod}
          content={failureReasons(analytics.failureReasons, { t, language })}
        />
        <ChartFigure
          name="links"
          scope={ofPeriod}
          content={linksChart(analytics.links, t, language)}
          empty={t('analytics.links.empty', { mark: '?ref=radio' })}
        />
      </Group>
      <Group heading={ofHours} isWide>
        <ChartFigure
          name="votesPerHour"
          scope={ofHours}
          content={votesPerHour(analytics.votesPerHour, timeZone, { t, language })}
        />
      </Group>
      <Group heading={ofAllTime}>
        <ChartFigure
          name="topArtists"
          scope={ofAllTime}
          content={leadersChart(analytics.topArtists, t, language)}
        />
        <div id={RANKING} className="flex min-w-0 scroll-mt-32 flex-col gap-4 *:first:grow">
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

export function Group({ heading, isWide = false, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-bold text-xl">
        {heading}
      </h2>
      <div className={`grid gap-4 ${isWide ? '' : 'lg:grid-cols-2 lg:*:last:odd:col-span-2'}`}>
        {children}
      </div>
    </section>
  );
}
