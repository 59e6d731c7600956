import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { SelectField } from '#client/ui/fields/select-field';
import type { OpenCount } from '#shared/contracts/open-count';
import { localized } from '#shared/domain/localized';

/** The editions to choose from: those with entries, and the one shown; newest first. */
export const editionsToChoose = ({ edition, editions }: OpenCount) =>
  [...editions.filter(({ id }) => id !== edition.id), edition].sort(
    (one, other) => other.id - one.id,
  );

interface EditionChoiceProps {
  count: OpenCount;
  /** Year of the chosen edition. */
  year: string;
  onChoose: (year: string) => void;
}

export function EditionChoice({ count, year, onChoose }: EditionChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const editions = editionsToChoose(count);
  const textOf = (of: string) => {
    const edition = editions.find((candidate) => candidate.year === of);
    return edition ? `${localized(language, edition.name, edition.nameFr)} ${of}` : of;
  };
  return (
    <SelectField
      label={t('count.edition.choice')}
      value={year}
      choices={editions.map((edition) => edition.year)}
      textOf={textOf}
      onChoose={onChoose}
    />
  );
}
