import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DENSE_FIELD } from '#client/features/admin/shell/index';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { toastError } from '#client/ui/overlay/toast';
import type { AdminArtistDetail } from '#shared/contracts/admin-catalog';
import type { Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import {
  type ArtistField,
  moved,
  movedTo,
  type NominationDraft,
  type NominationText,
  newNomination,
} from '../model/artist-draft';
import { moveButtonId, NominationEditor } from './nomination-editor';

interface AddNominationProps {
  categories: Category[];
  chosenIds: string[];
  /** True when no nomination was added although one is required. */
  isMissing: boolean;
  onAdd: (categoryId: string) => void;
}

/** Offers the categories that are not chosen yet. */
function AddNomination({ categories, chosenIds, isMissing, onAdd }: AddNominationProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const selectId = useId();
  const select = useRef<HTMLSelectElement>(null);
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
          ref={select}
          id={selectId}
          value={picked}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${selectId}-error` : undefined}
          onChange={(event) => setPicked(event.currentTarget.value)}
          className={clsx(DENSE_FIELD, 'flex-1 basis-48 aria-invalid:border-alert')}
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
            // The button is about to be disabled.
            select.current?.focus();
            onAdd(picked);
            setPicked('');
          }}
        >
          <Plus aria-hidden className="size-5" />
          {t('artist-form.nominations.add')}
        </Button>
      </div>
      {isMissing && (
        <p id={`${selectId}-error`} className="text-alert text-sm">
          {t('artist-form.nominations.required')}
        </p>
      )}
    </div>
  );
}

interface NominationListProps {
  nominations: NominationDraft[];
  categories: Category[];
  saved: AdminArtistDetail['nominations'];
  nameOf: (categoryId: string) => string;
  /** True when the form was submitted without any. */
  isMissing: boolean;
  errorOf: (field: ArtistField) => string | undefined;
  onChange: (change: (now: NominationDraft[]) => NominationDraft[]) => void;
  onTextChange: (categoryId: string, field: NominationText, value: string) => void;
}

interface Move {
  categoryId: string;
  /** Null for a nomination that was added. */
  by: -1 | 1 | null;
}

export function NominationList({
  nominations,
  categories,
  saved,
  nameOf,
  isMissing,
  errorOf,
  onChange,
  onTextChange,
}: NominationListProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [lastMove, setLastMove] = useState<Move | null>(null);

  // An element loses the focus when it moves in the document, as does the select when its last
  // option is chosen.
  useEffect(() => {
    if (!lastMove) return;
    const { categoryId, by } = lastMove;
    if (by !== null) document.getElementById(moveButtonId(categoryId, by))?.focus();
    else if (document.activeElement === document.body) heading.current?.focus();
  }, [lastMove]);

  const add = (categoryId: string) => {
    if (nominations.some((nomination) => nomination.categoryId === categoryId)) {
      toastError(
        t('artist-form.nominations.alreadyAdded'),
        t('artist-form.nominations.alreadyAddedHint'),
      );
      return;
    }
    onChange((now) => [...now, newNomination(categoryId)]);
    setLastMove({ categoryId, by: null });
  };
  const remove = (categoryId: string) => {
    onChange((now) => now.filter((nomination) => nomination.categoryId !== categoryId));
    heading.current?.focus();
  };
  const place = nominations.findIndex(({ categoryId }) => categoryId === lastMove?.categoryId);
  const free = categories.filter(({ id }) =>
    nominations.every(({ categoryId }) => categoryId !== id),
  );

  return (
    <section className="flex flex-col gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-bold text-lg outline-none">
          {t('artist-form.nominations.heading')}
        </h2>
        <p className="text-ivory-muted text-sm">{t('artist-form.nominations.hint')}</p>
      </div>
      <AddNomination
        categories={categories}
        chosenIds={nominations.map(({ categoryId }) => categoryId)}
        isMissing={isMissing}
        onAdd={add}
      />
      {nominations.length === 0 && (
        <p className="rounded-xl border border-surface-line border-dashed p-4 text-ivory-soft">
          {t('artist-form.nominations.none')}
        </p>
      )}
      <ol className="flex flex-col gap-2">
        {nominations.map((nomination, index) => {
          const { categoryId, movedFrom } = nomination;
          const stored = saved.find((one) =>
            movedFrom === '' ? one.categoryId === categoryId : one.id === movedFrom,
          );
          return (
            <NominationEditor
              key={stored?.id ?? categoryId}
              nomination={nomination}
              saved={stored}
              free={free}
              nameOf={nameOf}
              isFirst={index === 0}
              isLast={index === nominations.length - 1}
              errorOf={(field) => errorOf(`nominations.${index}.${field}`)}
              onChange={(field, value) => onTextChange(categoryId, field, value)}
              onCategoryChange={(to) =>
                stored && onChange((now) => movedTo(now, stored, { from: categoryId, to }))
              }
              onMove={(by) => {
                onChange((now) => moved(now, index, by));
                setLastMove({ categoryId, by });
              }}
              onRemove={() => remove(categoryId)}
            />
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {lastMove && place !== -1
          ? t('artist-form.nominations.moved', {
              categoryName: nameOf(lastMove.categoryId),
              place: place + 1,
              total: nominations.length,
            })
          : ''}
      </p>
    </section>
  );
}
