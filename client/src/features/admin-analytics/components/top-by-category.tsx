import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics } from '#shared/contracts/admin-payments';
import { localized } from '#shared/domain/localized';
import { SelectField } from '../../admin-shell';
import { leadersStory } from '../model/leaders';
import { ChartFigure } from './chart-figure';

interface TopByCategoryProps {
  categories: Analytics['topByCategory'];
  scope: string;
}

/** One category at a time: the first with votes, until another is chosen. */
export function TopByCategory({ categories, scope }: TopByCategoryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [chosenId, setChosenId] = useState<string | null>(null);
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
      story={leadersStory(shown?.artists ?? [], t, language)}
      empty={shown ? undefined : t('analytics.topByCategory.noCategory')}
    >
      {shown && (
        <div className="my-3">
          <SelectField
            label={t('analytics.topByCategory.category')}
            value={shown.categoryId}
            choices={[...namesById.keys()]}
            textOf={(id) => namesById.get(id) ?? ''}
            onChoose={setChosenId}
          />
        </div>
      )}
    </ChartFigure>
  );
}
