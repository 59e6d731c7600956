import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics } from '#shared/contracts/admin-payments';
import { ChartFigure } from './chart-figure';
import { leadersStory } from './leaders';

interface TopArtistsProps {
  artists: Analytics['topArtists'];
  scope: string;
}

export function TopArtists({ artists, scope }: TopArtistsProps) {
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
