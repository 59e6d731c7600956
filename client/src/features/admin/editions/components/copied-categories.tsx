import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '#client/features/admin/shell/index';
import { useLanguage } from '#client/lib/use-language';
import { Checkbox } from '#client/ui/fields/checkbox';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';
import { nomineesOfYear } from '../api';
import { type Choice, isNomineeChosen, withCategory, withNominee } from '../model/copied';

interface CopiedProps {
  year: string;
  categories: readonly AdminCategory[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

/** Chooses what is copied: categories, and in each of them nominees one by one. */
export function CopiedCategories({ year, categories, choice, onChoose }: CopiedProps) {
  const language = useLanguage();
  return (
    <ul className="flex flex-col divide-y divide-surface-line">
      {categories.map((category) => (
        <li key={category.id} className="flex flex-col py-1">
          <Checkbox
            label={
              <span className="wrap-anywhere font-semibold">
                {localized(language, category.name, category.nameFr)}
              </span>
            }
            checked={choice.has(category.id)}
            onChange={(isChosen) => onChoose(withCategory(choice, category.id, isChosen))}
          />
          {choice.has(category.id) && category.artistCount > 0 && (
            <Nominees {...{ year, category, choice, onChoose }} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface NomineesProps extends Omit<CopiedProps, 'categories'> {
  category: AdminCategory;
}

function Nominees({ year, category, choice, onChoose }: NomineesProps) {
  const { t } = useTranslation();
  const chosen = choice.get(category.id);
  const count = chosen === 'all' ? category.artistCount : (chosen?.size ?? 0);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="ml-10"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-touch cursor-pointer py-2 text-sm">
        {t('admin-editions.new.nominees', { count, total: category.artistCount })}
      </summary>
      {isOpen && <NomineeList {...{ year, category, choice, onChoose }} />}
    </details>
  );
}

function NomineeList({ year, category, choice, onChoose }: NomineesProps) {
  const query = useQuery(nomineesOfYear(year, category.id));
  return (
    <QueryView query={query}>
      {(nominations) => {
        const all = nominations.map(({ id }) => id);
        return (
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {nominations.map(({ id, artist }) => (
              <li key={id}>
                <Checkbox
                  label={<span className="wrap-anywhere">{artist.name}</span>}
                  checked={isNomineeChosen(choice, category.id, id)}
                  onChange={(isChosen) =>
                    onChoose(withNominee(choice, category.id, { id, all, isChosen }))
                  }
                />
              </li>
            ))}
          </ul>
        );
      }}
    </QueryView>
  );
}
