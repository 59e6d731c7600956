import { useQuery } from '@tanstack/react-query';
import { formatEventTime } from './format';
import { publicConfigQuery } from './public-config';
import { useLanguage } from './use-language';

/** Writes moments of the event on the event's clock, in the language on screen. */
export function useEventTime(): (isoInstant: string) => string {
  const language = useLanguage();
  const { data: config } = useQuery(publicConfigQuery);
  const timeZone = config?.event.timezone ?? 'UTC';
  return (isoInstant) => formatEventTime(isoInstant, language, timeZone);
}
