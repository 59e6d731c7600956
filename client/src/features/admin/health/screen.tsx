import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Eye, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { RouteCards, useRouteConcern } from '#client/features/admin/mobile-money/index';
import { AdminPage, QueryView, StaleNote } from '#client/features/admin/shell/index';
import { useMay } from '#client/features/auth/index';
import { formatMoney, formatNumber } from '#client/lib/format';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import {
  HEALTH_STATES,
  type Health,
  type HealthItem,
  type HealthState,
} from '#shared/contracts/admin-health';
import { providerName } from '#shared/domain/provider-name';
import { healthQuery } from './api';
import { OperatorTexts } from './components/operator-texts';
import { durationText } from './model/duration-text';

const STYLES = {
  well: { Icon: CircleCheck, colour: 'text-success', border: 'border-surface-line' },
  look: { Icon: Eye, colour: 'text-gold', border: 'border-gold' },
  wrong: { Icon: CircleAlert, colour: 'text-alert', border: 'border-alert' },
} as const satisfies Record<HealthState, object>;

/** Returns a sentence with the figure. */
function useSentence(item: HealthItem): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const eventTime = useEventTime();
  const list = (parts: string[]) => new Intl.ListFormat(language).format(parts);
  const duration = (seconds: number) => durationText(seconds, language);
  switch (item.about) {
    case 'money': {
      if (item.state === 'well') return t('health.money.well');
      const money = item.differences.map((difference) => formatMoney(difference, language));
      const votes = item.votes === 0 ? [] : [t('admin.voteCount', { count: item.votes })];
      return t('health.money.wrong', {
        differences: list([...money, ...votes]),
        command: 'npm run ledger:verify',
      });
    }
    case 'count': {
      const { differences, first, at, pausedSince } = item;
      const sentences = [
        pausedSince && t('health.count.paused', { time: eventTime(pausedSince) }),
        differences > 0 &&
          t('health.count.wrong', { count: differences, first, command: 'npm run ledger:verify' }),
        at ? t('health.count.at', { time: eventTime(at) }) : t('health.count.never'),
      ];
      return sentences.filter(Boolean).join(' ');
    }
    case 'open-payments': {
      const { count, oldestSeconds } = item;
      if (count === 0) return t('health.openPayments.none');
      return t('health.openPayments.some', { count, duration: duration(oldestSeconds) });
    }
    case 'flags':
      return item.count === 0
        ? t('health.flags.none')
        : t('health.flags.some', { count: item.count });
    case 'checks': {
      const { count, lagSeconds } = item;
      if (count === 0) return t('health.checks.none');
      return t('health.checks.some', { count, duration: duration(lagSeconds) });
    }
    case 'mails': {
      const { isOn, count, lagSeconds } = item;
      if (!isOn) return t('health.mails.off');
      if (count === 0) return t('health.mails.none');
      return t('health.mails.some', { count, duration: duration(lagSeconds) });
    }
    case 'phones': {
      const { count, browsers } = item;
      if (count === 0) return t('health.phones.none');
      const browserTexts = browsers.map(
        (entry) => `${entry.browser} (${formatNumber(entry.count, language)})`,
      );
      return t('health.phones.some', { count, browsers: list(browserTexts) });
    }
    case 'provider':
      return t(`health.provider.${item.access}`);
    case 'webhooks': {
      if (item.refusedOf.length === 0) return t('health.webhooks.none');
      const providers = list(item.refusedOf.map(providerName));
      return t('health.webhooks.refused', { providers });
    }
    case 'operator-words':
      return item.count === 0
        ? t('health.operatorWords.none')
        : t('health.operatorWords.some', { count: item.count });
    case 'database':
      return t(`health.database.${item.state === 'well' ? 'well' : 'slow'}`, {
        milliseconds: item.milliseconds,
      });
    case 'clock': {
      const { state, seconds } = item;
      if (state === 'well') return t('health.clock.well');
      const by = { duration: duration(Math.abs(seconds)) };
      return seconds > 0 ? t('health.clock.ahead', by) : t('health.clock.behind', by);
    }
  }
}

const HEADINGS = {
  money: 'health.money.heading',
  count: 'health.count.heading',
  'open-payments': 'health.openPayments.heading',
  flags: 'health.flags.heading',
  checks: 'health.checks.heading',
  mails: 'health.mails.heading',
  phones: 'health.phones.heading',
  webhooks: 'health.webhooks.heading',
  'operator-words': 'health.operatorWords.heading',
  database: 'health.database.heading',
  clock: 'health.clock.heading',
} as const;

function HealthEntry({ item }: { item: HealthItem }) {
  const { t } = useTranslation();
  const sentence = useSentence(item);
  const { Icon, colour, border } = STYLES[item.state];
  const heading = item.about === 'provider' ? providerName(item.name) : t(HEADINGS[item.about]);
  return (
    <li className={clsx('rounded-xl border bg-surface-raised px-4 py-3', border)}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 wrap-anywhere font-bold font-sans text-base">{heading}</h2>
        <Badge className={colour}>
          <Icon aria-hidden />
          {t(`health.state.${item.state}`)}
        </Badge>
      </div>
      <p className="mt-1 wrap-anywhere text-ivory-soft text-sm">{sentence}</p>
      {item.about === 'flags' && item.count > 0 && (
        <ToPayments href="/admin/voter-tracking?look=needed">{t('health.flags.show')}</ToPayments>
      )}
      {item.about === 'open-payments' && item.state !== 'well' && (
        <ToPayments href="/admin/voter-tracking?status=pending">
          {t('health.openPayments.show')}
        </ToPayments>
      )}
    </li>
  );
}

function ToPayments({ href, children }: { href: string; children: ReactNode }) {
  if (!useMay('payments')) return null;
  return (
    <Link
      href={href}
      className="flex min-h-touch w-fit items-center font-semibold text-gold text-sm underline underline-offset-4 hover:text-gold-bright"
    >
      {children}
    </Link>
  );
}

function HealthView({ health: { at, runningSince, items } }: { health: Health }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const routes = useRouteConcern();
  const states = items.map((item) => item.state);
  // The providers are a section of their own, but one of the things to check.
  if (routes) states.push(routes.isUrgent ? 'wrong' : 'look');
  const worst = [...HEALTH_STATES].reverse().find((state) => states.includes(state));
  const state = worst ?? 'well';
  const count = states.filter((one) => one === state).length;
  const { Icon, colour } = STYLES[state];
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className={clsx('flex items-center gap-3 font-bold text-xl', colour)}>
        <Icon aria-hidden className="size-7 shrink-0" />
        {state === 'well' ? t('health.all.well') : t(`health.all.${state}`, { count })}
      </p>
      <ul aria-label={t('health.list')} className="grid gap-3 md:grid-cols-2">
        {items.map((item) => (
          <HealthEntry key={item.about === 'provider' ? item.name : item.about} item={item} />
        ))}
      </ul>
      <p className="text-ivory-muted text-sm">
        {t('health.since', { time: eventTime(runningSince) })}{' '}
        {t('health.lookedAt', { time: eventTime(at) })}
      </p>
    </div>
  );
}

/** Explains the metrics in words. */
export function HealthScreen() {
  const { t } = useTranslation();
  usePageTitle(t('health.title'));
  const query = useQuery(healthQuery);
  return (
    <AdminPage
      title={t('health.title')}
      intro={t('health.intro')}
      actions={
        <Button
          variant="outline"
          size="sm"
          isBusy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {!query.isFetching && <RefreshCw aria-hidden className="size-4" />}
          {t('activity.refresh')}
        </Button>
      }
    >
      {query.isRefetchError && <StaleNote text={t('health.stale')} />}
      <QueryView query={query}>
        {(health) => (
          <div className="flex flex-col gap-6">
            <HealthView health={health} />
            <OperatorTexts />
            <RouteCards />
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}
