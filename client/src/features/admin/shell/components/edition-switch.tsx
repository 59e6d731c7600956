import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chooseEdition, chosenYear } from '#client/lib/edition';
import { SelectField } from '#client/ui/fields/select-field';
import { adminEditionsQuery } from '../api';

/** Chooses the edition that all pages of the administration are about, and stays on the page. */
export function EditionSwitch() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(adminEditionsQuery);
  const current = data.find(({ state }) => state === 'current')?.year ?? '';
  if (data.length < 2) return null;
  const stateOf = (year: string) => data.find((edition) => edition.year === year)?.state;
  return (
    <div className="w-24">
      <SelectField
        label={t('admin-editions.switch')}
        isLabelHidden
        isDense
        value={chosenYear ?? current}
        choices={data.map(({ year }) => year)}
        textOf={(year) =>
          stateOf(year) === 'draft' ? t('admin-editions.draftOf', { year }) : year
        }
        onChoose={(year) => chooseEdition(year === current ? null : year)}
      />
    </div>
  );
}
