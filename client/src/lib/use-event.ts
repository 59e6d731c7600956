import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PublicConfig } from '#shared/contracts/config';
import { type EditionNames, editionTitle } from '#shared/domain/editions';
import { type Language, localized } from '#shared/domain/localized';
import { publicConfigQuery } from './api/public-config';
import { useIsHydrated } from './browser/page-render';
import { formatEventTime } from './format';
import { serverNow } from './time/server-clock';
import { useLanguage } from './use-language';

/** Returns a function that formats moments in the event's time zone and the current language. */
export function useEventTime(): (isoInstant: string) => string {
  const language = useLanguage();
  const { data: config } = useQuery(publicConfigQuery);
  const isHydrated = useIsHydrated();
  const timeZone = config?.event.timezone ?? 'UTC';
  // The server does not have the visitor's time zone.
  return (isoInstant) => formatEventTime(isoInstant, language, timeZone, isHydrated);
}

/**
 * True when moments can be shown in the event's time zone. When the zone could not be loaded, they
 * are shown in UTC, and marked so.
 */
export function useIsEventClockKnown(): boolean {
  const { isPending, failureCount } = useQuery(publicConfigQuery);
  return !isPending || failureCount > 0;
}

interface EventTitle {
  name: string;
  year: string | null;
}

/** Returns the event's data from the server; without a response, the name from our own texts. */
export function eventOf(
  config: PublicConfig | undefined,
  language: Language,
  t: TFunction,
): EventTitle {
  const event = config?.event;
  const name = event && localized(language, event.name, event.nameFr);
  return { name: name ?? t('common.appName'), year: event?.year ?? null };
}

export function useEvent(): EventTitle {
  const { t } = useTranslation();
  return eventOf(useQuery(publicConfigQuery).data, useLanguage(), t);
}

/**
 * Returns a function that names an edition with its year: the current one, unless another is given.
 */
export function useEditionTitle(): (edition?: EditionNames) => string {
  const language = useLanguage();
  const { name, year } = useEvent();
  return (edition) =>
    edition ? editionTitle(language, edition) : [name, year].filter(Boolean).join(' ');
}

/** Returns the organiser's contact, to append to a text; empty when the organiser named none. */
export function useSupportContact(): string {
  const contact = useQuery(publicConfigQuery).data?.contact;
  return [contact?.email, contact?.phone, contact?.whatsapp].filter(Boolean).join(', ');
}

/** Returns the notice to show when money could be mistaken for real; null when it is real. */
export function useMoneyNotice() {
  return useQuery(publicConfigQuery).data?.moneyNotice ?? null;
}

/**
 * Returns the moment since which look-ups by phone number or e-mail address find nothing of the
 * current edition; null while they still work. Earlier editions have moments of their own.
 */
export function useErasedSince(): string | null {
  const until = useQuery(publicConfigQuery).data?.detailsKeptUntil ?? null;
  return until !== null && Date.parse(until) <= serverNow() ? until : null;
}
