import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { providerName } from '#shared/domain/provider-name';
import { ROUTES_REFRESH_MS, routesQuery } from './api';
import { type RouteConcern, routeConcerns } from './model/route-concerns';

/** In ms: within it, the time of the day says enough. */
const HALF_DAY_MS = 12 * 3_600_000;

/** Returns the time of the day of a recent moment, and of any other the date as well. */
function useShortTime(): (isoInstant: string) => string {
  const language = useLanguage();
  const eventTime = useEventTime();
  const { data: config } = useQuery(publicConfigQuery);
  return (isoInstant) => {
    if (Math.abs(Date.now() - Date.parse(isoInstant)) > HALF_DAY_MS) return eventTime(isoInstant);
    return new Intl.DateTimeFormat(language, {
      timeStyle: 'short',
      timeZone: config?.event.timezone ?? 'UTC',
    }).format(new Date(isoInstant));
  };
}

interface RouteConcernText {
  /** The most urgent. */
  text: string;
  /** The others, to follow it. */
  more: string;
  isUrgent: boolean;
}

/**
 * Says in a few words which operators are taken by nobody, by another provider than the first
 * choice, or by a fixed one; null when there is none, or mobile money is off.
 */
export function useRouteConcern(): RouteConcernText | null {
  const { t } = useTranslation();
  const shortTime = useShortTime();
  const { data: config } = useQuery(publicConfigQuery);
  const { data } = useQuery({ ...routesQuery, refetchInterval: ROUTES_REFRESH_MS });
  const textOf = (concern: RouteConcern) => {
    const operator = t(`health.routes.operator.${concern.operator}`);
    if (concern.type === 'nobody') return t('health.routes.concern.nobody', { operator });
    const names = { operator, provider: providerName(concern.provider) };
    if (concern.type === 'fixed') return t('health.routes.concern.fixed', names);
    return concern.since === null
      ? t('health.routes.concern.other', names)
      : t('health.routes.concern.otherSince', { ...names, time: shortTime(concern.since) });
  };
  const concerns = config?.methods.mobileMoney && data ? routeConcerns(data.operators) : [];
  const [first, ...others] = concerns.map(textOf);
  if (first === undefined) return null;
  return {
    text: first,
    more: others.map((text) => `, ${text}`).join(''),
    isUrgent: concerns.some(({ type }) => type === 'nobody'),
  };
}
