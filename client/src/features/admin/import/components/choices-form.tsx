import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminCategoriesQuery } from '#client/features/admin/categories/index';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { Checkbox } from '#client/ui/fields/checkbox';
import { SelectField } from '#client/ui/fields/select-field';
import { type ImportIssue, MAX_LEFT_OUT } from '#shared/contracts/catalog-import';
import { localized } from '#shared/domain/localized';
import { type Choices, isAboutPicture, isDifference, unknownCategories } from '../model/choices';

const UNDECIDED = '';
const CREATE = 'create';

interface ChoicesFormProps {
  issues: readonly ImportIssue[];
  /** The choices with which these issues were found. */
  choices: Choices;
  headingsRow: number;
  isBusy: boolean;
  onCheck: (choices: Partial<Choices>) => void;
}

/** Settles issues without changing the file: by a category, the first value, or leaving out. */
export function ChoicesForm({ issues, choices, headingsRow, isBusy, onCheck }: ChoicesFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: existing = [] } = useQuery(adminCategoriesQuery);
  const [categories, setCategories] = useState(choices.categories);
  const [keepsFirst, setKeepsFirst] = useState(choices.keepsFirst);
  const [leavesOutPictures, setLeavesOutPictures] = useState(choices.leavesOutPictures);
  const [leavesOut, setLeavesOut] = useState(false);
  const names = [...unknownCategories(issues).keys()];
  const hasDifferences = issues.some(isDifference);
  const badPictures = issues.filter(isAboutPicture).length;
  const badRows = [...new Set(issues.map(({ row }) => row))].filter((row) => row > headingsRow);
  const canLeaveOut =
    badRows.length > 0 && choices.leaveOut.length + badRows.length <= MAX_LEFT_OUT;
  if (names.length === 0 && !hasDifferences && badPictures === 0 && !canLeaveOut) return null;
  const textOf = (choice: string, name: string) => {
    if (choice === UNDECIDED) return t('catalog-import.choices.undecided');
    if (choice === CREATE) return t('catalog-import.choices.create', { name });
    const category = existing.find(({ id }) => id === choice);
    return category ? localized(language, category.name, category.nameFr) : choice;
  };
  const choose = (name: string, choice: string) => {
    const changed = new Map(categories);
    if (choice === UNDECIDED) changed.delete(name);
    else changed.set(name, choice === CREATE ? null : choice);
    setCategories(changed);
  };
  return (
    <section
      aria-labelledby="import-choices"
      className="flex flex-col gap-3 rounded-xl border border-surface-line bg-surface-raised px-4 py-4"
    >
      <h3 id="import-choices" className="font-bold font-sans text-base">
        {t('catalog-import.choices.heading')}
      </h3>
      {names.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          {names.map((name) => {
            const chosen = categories.get(name);
            return (
              <SelectField
                key={name}
                isDense
                label={t('catalog-import.choices.category', { name })}
                value={chosen === undefined ? UNDECIDED : (chosen ?? CREATE)}
                choices={[UNDECIDED, CREATE, ...existing.map(({ id }) => id)]}
                textOf={(choice) => textOf(choice, name)}
                onChoose={(choice) => choose(name, choice)}
              />
            );
          })}
        </div>
      )}
      {names.length > 1 && (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          onClick={() => {
            const created = names.filter((name) => !categories.has(name));
            setCategories(
              new Map([...categories, ...created.map((name) => [name, null] as const)]),
            );
          }}
        >
          {t('catalog-import.choices.createAll')}
        </Button>
      )}
      {hasDifferences && (
        <Checkbox
          label={t('catalog-import.choices.keepFirst')}
          checked={keepsFirst}
          onChange={setKeepsFirst}
        />
      )}
      {badPictures > 0 && (
        <Checkbox
          label={t('catalog-import.choices.leaveOutPictures', { count: badPictures })}
          checked={leavesOutPictures}
          onChange={setLeavesOutPictures}
        />
      )}
      {canLeaveOut && (
        <Checkbox
          label={t('catalog-import.choices.leaveOut', { count: badRows.length })}
          checked={leavesOut}
          onChange={setLeavesOut}
        />
      )}
      <Button
        size="sm"
        className="self-start"
        isBusy={isBusy}
        onClick={() =>
          onCheck({
            categories,
            keepsFirst,
            leavesOutPictures,
            leaveOut: leavesOut ? [...choices.leaveOut, ...badRows] : choices.leaveOut,
          })
        }
      >
        {t('catalog-import.choices.check')}
      </Button>
    </section>
  );
}
