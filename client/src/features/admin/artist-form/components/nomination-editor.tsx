import { ArrowDown, ArrowUp, Link as LinkIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoField } from '#client/features/admin/drafts/index';
import { SelectField } from '#client/features/admin/shell/index';
import { IconButton } from '#client/ui/button';
import { TextArea, TextField } from '#client/ui/fields/text-field';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { AdminArtistDetail } from '#shared/contracts/admin-catalog';
import type { Category } from '#shared/contracts/catalog';
import { FORM_CHANGES } from '../api';
import { NOMINATION_TEXTS, type NominationDraft, type NominationText } from '../model/artist-draft';

interface NominationEditorProps {
  nomination: NominationDraft;
  /** Undefined until the nomination is saved. */
  saved: AdminArtistDetail['nominations'][number] | undefined;
  /** Categories in which the artist is not nominated. */
  free: Category[];
  nameOf: (categoryId: string) => string;
  isFirst: boolean;
  isLast: boolean;
  /** Returns the error text for a field of this nomination. */
  errorOf: (field: keyof NominationDraft) => string | undefined;
  onChange: (field: NominationText, value: string) => void;
  onCategoryChange: (categoryId: string) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Lets the list find the button again after the nomination has moved. */
export const moveButtonId = (categoryId: string, by: -1 | 1): string =>
  `move-${by === -1 ? 'up' : 'down'}-${categoryId}`;

export function NominationEditor({
  nomination,
  saved,
  free,
  nameOf,
  isFirst,
  isLast,
  errorOf,
  onChange,
  onCategoryChange,
  onMove,
  onRemove,
}: NominationEditorProps) {
  const { t } = useTranslation();
  const { categoryId } = nomination;
  const categoryName = nameOf(categoryId);
  const name = { categoryName };
  const moves = [
    { by: -1, icon: ArrowUp, isAtEnd: isFirst, label: t('artist-form.nominations.up', name) },
    { by: 1, icon: ArrowDown, isAtEnd: isLast, label: t('artist-form.nominations.down', name) },
  ] as const;
  const categoryError = errorOf('categoryId');
  return (
    <li className="rounded-xl border border-surface-line bg-surface-raised p-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <div className="min-w-[min(10rem,100%)] flex-1">
          <h3 className="wrap-anywhere font-semibold">{categoryName}</h3>
          {saved && (
            <p className="text-ivory-muted text-sm">
              {t('artist-form.nominations.votes', { count: saved.voteCount })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap">
          {moves.map(({ by, icon, isAtEnd, label }) => (
            // Stays focusable at either end, so that keyboard users keep their position.
            <IconButton
              key={by}
              id={moveButtonId(categoryId, by)}
              icon={icon}
              label={label}
              aria-disabled={isAtEnd || undefined}
              className="aria-disabled:opacity-40"
              onClick={() => !isAtEnd && onMove(by)}
            />
          ))}
          {saved && <CopyShareLink link={saved.shareableLink} categoryName={categoryName} />}
          <IconButton
            icon={Trash2}
            label={t('artist-form.nominations.remove', name)}
            className="text-alert"
            onClick={onRemove}
          />
        </div>
      </div>
      {categoryError && (
        <p role="alert" className="text-alert text-sm">
          {categoryError}
        </p>
      )}
      {saved && (
        <CategoryChoice
          isMovable={saved.isMovable}
          value={categoryId}
          // Back to its own category as long as no other nomination is in it.
          choices={[...new Set([categoryId, ...free.map(({ id }) => id)])]}
          nameOf={nameOf}
          onChoose={onCategoryChange}
        />
      )}
      <CustomTexts nomination={nomination} errorOf={errorOf} onChange={onChange} />
    </li>
  );
}

interface CategoryChoiceProps {
  /** False once payments name the nomination. */
  isMovable: boolean;
  value: string;
  choices: string[];
  nameOf: (categoryId: string) => string;
  onChoose: (categoryId: string) => void;
}

/** Moves a saved nomination to another category, or says what to do where it cannot move. */
function CategoryChoice({ isMovable, value, choices, nameOf, onChoose }: CategoryChoiceProps) {
  const { t } = useTranslation();
  return (
    <details className="mt-1">
      <summary className="min-h-touch cursor-pointer content-center text-ivory-soft text-sm">
        {t('artist-form.nominations.changeCategory')}
      </summary>
      <div className="grid gap-2 pt-2 pb-1">
        {isMovable ? (
          <>
            <SelectField
              isDense
              label={t('artist-form.nominations.ownCategory')}
              value={value}
              choices={choices}
              textOf={nameOf}
              onChoose={onChoose}
            />
            <p className="text-ivory-muted text-sm">{t('artist-form.nominations.movableHint')}</p>
          </>
        ) : (
          <p className="text-ivory-muted text-sm">{t('artist-form.problem.hasVotes')}</p>
        )}
      </div>
    </details>
  );
}

function CopyShareLink({ link, categoryName }: { link: string; categoryName: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}/share/${link}`);
      toast({
        title: t('artist-form.share.done'),
        description: t('artist-form.share.copied', { label: t('artist-form.share.label') }),
      });
    } catch {
      toastError(t('catalog.share.failed'), t('catalog.share.failedHint'));
    }
  };
  return (
    <IconButton
      icon={LinkIcon}
      label={t('artist-form.share.copy', { categoryName })}
      onClick={copy}
    />
  );
}

function CustomTexts({
  nomination,
  errorOf,
  onChange,
}: Pick<NominationEditorProps, 'nomination' | 'errorOf' | 'onChange'>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const hasError = NOMINATION_TEXTS.some(errorOf);
  const count = NOMINATION_TEXTS.filter((field) => nomination[field].trim() !== '').length;
  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="mt-1"
    >
      <summary className="min-h-touch cursor-pointer content-center text-ivory-soft text-sm">
        {count === 0
          ? t('artist-form.nominations.defaults')
          : t('artist-form.nominations.custom', { count })}
      </summary>
      <div className="grid gap-4 pt-2 pb-1">
        <p className="text-ivory-muted text-sm">{t('artist-form.nominations.blankHint')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['nominationTitle', 'nominationTitleFr'] as const).map((field) => (
            <TextField
              key={field}
              label={t(`artist-form.field.${field}`)}
              error={errorOf(field)}
              value={nomination[field]}
              maxLength={255}
              onChange={(event) => onChange(field, event.currentTarget.value)}
            />
          ))}
        </div>
        <PhotoField
          isCut
          formKey={FORM_CHANGES}
          label={t('artist-form.field.nominationPhoto')}
          addressLabel={t('artist-form.field.nominationPhotoUrl')}
          error={errorOf('nominationPhotoUrl')}
          value={nomination.nominationPhotoUrl}
          onChange={(nominationPhotoUrl) => onChange('nominationPhotoUrl', nominationPhotoUrl)}
        />
        {(['nominationDescription', 'nominationDescriptionFr'] as const).map((field) => (
          <TextArea
            key={field}
            label={t(`artist-form.field.${field}`)}
            error={errorOf(field)}
            value={nomination[field]}
            maxLength={5_000}
            onChange={(event) => onChange(field, event.currentTarget.value)}
          />
        ))}
      </div>
    </details>
  );
}
