import { useTranslation } from 'react-i18next';
import { Differences } from '#client/features/admin/drafts/index';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import { type ArtistDraft, type Difference, differencesBetween } from '../model/artist-draft';

interface ConflictDialogProps {
  mine: ArtistDraft;
  /** The version that another administrator saved; null without a conflict. */
  theirs: ArtistDraft | null;
  nameOf: (categoryId: string) => string;
  isSaving: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
}

/** Shown after a 409: both versions side by side, and the choice between them. */
export function ConflictDialog({
  mine,
  theirs,
  nameOf,
  isSaving,
  onTakeTheirs,
  onKeepMine,
  onClose,
}: ConflictDialogProps) {
  const { t } = useTranslation();
  const textOf = (value: Difference['mine']): string => {
    if (typeof value === 'boolean') return t(`artist-form.conflict.${value ? 'yes' : 'no'}`);
    return typeof value === 'string' ? value : value.map(nameOf).join(', ');
  };
  const differences = theirs ? differencesBetween(mine, theirs) : [];
  return (
    <Dialog
      open={theirs !== null}
      onClose={onClose}
      size="lg"
      title={t('artist-form.conflict.title')}
      description={t('artist-form.conflict.description')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" className="grow sm:grow-0" onClick={onTakeTheirs}>
            {t('artist-form.conflict.takeTheirs')}
          </Button>
          <Button className="grow sm:grow-0" isBusy={isSaving} onClick={onKeepMine}>
            {t('artist-form.conflict.keepMine')}
          </Button>
        </div>
      }
    >
      <div className="pb-5">
        <Differences
          differences={differences.map(({ categoryId, field, mine: ours, theirs: other }) => ({
            key: `${categoryId}:${field}`,
            label: [categoryId !== null && nameOf(categoryId), t(`artist-form.field.${field}`)]
              .filter(Boolean)
              .join(' – '),
            mine: textOf(ours),
            theirs: textOf(other),
          }))}
        />
      </div>
    </Dialog>
  );
}
