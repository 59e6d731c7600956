import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { localized } from '#shared/domain/localized';
import { adminCategoriesQuery } from '../../admin-categories';
import { SelectField } from '../../admin-shell';
import { ARTIST_SORTS, type ArtistFilters, NO_FILTERS } from '../model/artist-filters';

interface FilterBarProps {
  filters: ArtistFilters;
  onChange: (filters: ArtistFilters) => void;
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: categories = [] } = useQuery(adminCategoriesQuery);
  const namesById = new Map([
    ['', t('admin.artists.allCategories')],
    ...categories.map(({ id, name, nameFr }) => [id, localized(language, name, nameFr)] as const),
  ]);
  return (
    <search className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]">
      <TextField
        type="search"
        label={t('admin.artists.search')}
        placeholder={t('admin.artists.searchPlaceholder')}
        value={filters.search}
        onChange={(event) => onChange({ ...filters, search: event.target.value })}
      />
      <SelectField
        label={t('admin.artists.category')}
        value={filters.categoryId}
        choices={[...namesById.keys()]}
        textOf={(id) => namesById.get(id) ?? ''}
        onChoose={(categoryId) => onChange({ ...filters, categoryId })}
      />
      <SelectField
        label={t('admin.artists.sortBy')}
        value={filters.sort}
        choices={ARTIST_SORTS}
        textOf={(sort) => t(`admin.artists.sort.${sort}`)}
        onChoose={(sort) => onChange({ ...filters, sort })}
      />
      <Button variant="outline" className="min-h-12" onClick={() => onChange(NO_FILTERS)}>
        <RotateCcw aria-hidden className="size-4" />
        {t('admin.artists.reset')}
      </Button>
    </search>
  );
}
