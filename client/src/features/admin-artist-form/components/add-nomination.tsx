import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import type { Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';

interface AddNominationProps {
  categories: Category[];
  chosenIds: string[];
  onAdd: (categoryId: string) => void;
}

/** Offers the categories that are not chosen yet. */
export function AddNomination({ categories, chosenIds, onAdd }: AddNominationProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const selectId = useId();
  const [picked, setPicked] = useState('');
  const free = categories.filter(({ id }) => id === picked || !chosenIds.includes(id));
  if (free.length === 0) {
    return <p className="text-ivory-muted text-sm">{t('artist-form.nominations.allChosen')}</p>;
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={selectId} className="font-semibold">
        {t('artist-form.nominations.category')}
      </label>
      <div className="flex flex-wrap gap-2">
        <select
          id={selectId}
          value={picked}
          onChange={(event) => setPicked(event.currentTarget.value)}
          className="min-h-12 min-w-0 flex-1 basis-48 rounded-xl border border-ivory-muted/70 bg-surface px-3 text-base"
        >
          <option value="">{t('artist-form.nominations.choose')}</option>
          {free.map(({ id, name, nameFr }) => (
            <option key={id} value={id}>
              {localized(language, name, nameFr)}
            </option>
          ))}
        </select>
        <Button
          variant="outline"
          disabled={picked === ''}
          onClick={() => {
            onAdd(picked);
            setPicked('');
          }}
        >
          <Plus aria-hidden className="size-5" />
          {t('artist-form.nominations.add')}
        </Button>
      </div>
    </div>
  );
}
