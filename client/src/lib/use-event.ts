import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PublicConfig } from '#shared/contracts/config';
import { type Language, localized } from '#shared/domain/localized';
import { publicConfigQuery } from './api/public-config';
import { useIsTakenOver } from './browser/page-drawing';
import { formatEventTime } from './format';
import { serverNow } from './time/server-clock';
import { useLanguage } from './use-language';

/** Writes moments of the event on the event's clock, in the language on screen. */
export function useEventTime(): (isoInstant: string) => string {
  const language = useLanguage();
  const { data: config } = useQuery(publicConfigQuery);
  const isTakenOver = useIsTakenOver();
  const timeZone = config?.event.timezone ?? 'UTC';
  // The server does not know what the visitor's clock shows.
  return (isoInstant) => formatEventTime(isoInstant, language, timeZone, isTakenOver);
}

/**
 * Whether moments can be written on the event's clock. Where it could not be read they are written in
 * UTC, and say so.
 */
export function useIsEventClockKnown(): boolean {
  const { isPending, failureCount } = useQuery(publicConfigQuery);
  return !isPending || failureCount > 0;
}

interface EventTitle {
  name: string;
  year: string | null;
}

/** The event as the server names it; without its answer, the name from our own texts. */
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

/** Whom a voter may ask, to stand behind a text that says so; empty where the organiser names nobody. */
export function useSupportContact(): string {
  const contact = useQuery(publicConfigQuery).data?.contact;
  return [contact?.email, contact?.phone, contact?.whatsapp].filter(Boolean).join(', ');
}

/** What has to be said of the money wherever somebody could take it for real; null where it is. */
export function useMoneyNotice() {
  return useQuery(publicConfigQuery).data?.moneyNotice ?? null;
}

/** Since when look-ups by phone number or e-mail address find nothing any more; null while they do. */
export function useErasedSince(): string | null {
  const until = useQuery(publicConfigQuery).data?.detailsKeptUntil ?? null;
  return until !== null && Date.parse(until) <= serverNow() ? until : null;
}
