import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView, SelectField } from '#client/features/admin/shell/index';
import { call } from '#client/lib/api/request';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { toast } from '#client/ui/overlay/toast';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { type AdminEdition, type EditionInput, editionInput } from '#shared/contracts/editions';
import { categoriesOfYear } from '../api';
import { copiedOf } from '../model/copied';
import { useEditionChange } from '../use-edition-change';
import { CopiedCategories } from './copied-categories';

/** Makes a draft of the next year from another edition. */
export function NewEditionForm({ editions }: { editions: readonly AdminEdition[] }) {
  const { t } = useTranslation();
  const years = editions.map(({ year }) => year);
  const current = editions.find(({ state }) => state === 'current')?.year ?? years[0] ?? '';
  const [source, setSource] = useState(current);
  const categories = useQuery(categoriesOfYear(source));
  return (
    <div className="flex flex-col gap-4 rounded-xl border border-surface-line bg-surface-raised p-4">
      <p className="max-w-prose text-ivory-soft text-sm">{t('admin-editions.new.intro')}</p>
      <SelectField
        label={t('admin-editions.new.from')}
        value={source}
        choices={years}
        textOf={(year) => year}
        onChoose={setSource}
      />
      <QueryView query={categories}>
        {(found) => (
          <ChosenEdition
            // Another source has other categories.
            key={`${source} ${years.length}`}
            source={source}
            latest={years[0] ?? current}
            categories={found}
          />
        )}
      </QueryView>
    </div>
  );
}

interface ChosenEditionProps {
  source: string;
  /** Year of the latest edition. */
  latest: string;
  categories: readonly AdminCategory[];
}

function ChosenEdition({ source, latest, categories }: ChosenEditionProps) {
  const { t } = useTranslation();
  const [year, setYear] = useState(String(Number(latest) + 1));
  const [isUnreadable, setIsUnreadable] = useState(false);
  const everything = new Map(categories.map(({ id }) => [id, 'all' as const]));
  const [choice, setChoice] = useState<Parameters<typeof copiedOf>[0]>(everything);
  const creation = useEditionChange(
    (body: EditionInput) => call('POST /api/admin/editions', { body }),
    ({ edition, picturesGone }) =>
      toast({
        title: t('admin-editions.new.done', { year: edition.year }),
        ...(picturesGone > 0 && {
          description: t('admin-editions.new.picturesGone', { count: picturesGone }),
        }),
      }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { data } = editionInput.safeParse({
      year: year.trim(),
      from: { year: source, categories: copiedOf(choice) },
    });
    setIsUnreadable(data === undefined);
    if (data) creation.start(data);
    else event.currentTarget.querySelector('input')?.focus();
  };
  const problem = isUnreadable ? t('admin-editions.new.yearProblem') : creation.problem;
  const isWhole = choice.size === categories.length;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('admin-editions.new.year')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={year}
        error={problem ?? undefined}
        onChange={({ target }) => {
          setYear(target.value);
          setIsUnreadable(false);
        }}
      />
      {categories.length > 0 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="font-semibold">{t('admin-editions.new.categories')}</legend>
          <Button
            variant="ghost"
            size="sm"
            className="self-start"
            onClick={() => setChoice(isWhole ? new Map() : everything)}
          >
            {t(isWhole ? 'admin-editions.new.nothing' : 'admin-editions.new.everything')}
          </Button>
          <CopiedCategories
            year={source}
            categories={categories}
            choice={choice}
            onChoose={setChoice}
          />
        </fieldset>
      )}
      <Button type="submit" className="self-start" isBusy={creation.isBusy}>
        {t('admin-editions.new.action')}
      </Button>
    </form>
  );
}
