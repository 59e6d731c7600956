import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from './public-config';

/** The event as the server names it; until its answer is there, the name from our own texts. */
export function useEvent(): { name: string; year: string | null } {
  const { t } = useTranslation();
  const { data: config } = useQuery(publicConfigQuery);
  return { name: config?.event.name ?? t('common.appName'), year: config?.event.year ?? null };
}
