import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { type ArtistDraft, type Difference, differencesBetween } from './artist-draft';

interface ConflictDialogProps {
  mine: ArtistDraft;
  /** What somebody else has saved; none while nobody has. */
  theirs: ArtistDraft | null;
  nameOf: (categoryId: string) => string;
  isSaving: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
}

/** Somebody else was faster: both versions side by side, and the choice between them. */
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
  const differences = theirs ? differencesBetween(mine, theirs) : [];
  return (
    <Dialog
      open={theirs !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="lg"
      title={t('artist-form.conflict.title')}
      description={t('artist-form.conflict.description')}
      closeLabel={t('common.close')}
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
      <ul className="flex flex-col gap-4 pb-5">
        {differences.length === 0 && <li>{t('artist-form.conflict.same')}</li>}
        {differences.map((difference) => (
          <li key={`${difference.categoryId}:${difference.field}`}>
            <h3 className="font-semibold">
              {difference.categoryId !== null && `${nameOf(difference.categoryId)} – `}
              {t(`artist-form.field.${difference.field}`)}
            </h3>
            <dl className="mt-1 grid gap-2 sm:grid-cols-2">
              <Version
                label={t('artist-form.conflict.mine')}
                value={difference.mine}
                nameOf={nameOf}
              />
              <Version
                label={t('artist-form.conflict.theirs')}
                value={difference.theirs}
                nameOf={nameOf}
              />
            </dl>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface VersionProps {
  label: string;
  value: Difference['mine'];
  nameOf: (categoryId: string) => string;
}

function Version({ label, value, nameOf }: VersionProps) {
  const { t } = useTranslation();
  const words = () => {
    if (typeof value === 'boolean') return t(`artist-form.conflict.${value ? 'yes' : 'no'}`);
    const text = typeof value === 'string' ? value : value.map(nameOf).join(', ');
    return text.trim() || t('artist-form.conflict.blank');
  };
  return (
    <div className="rounded-lg border border-stage-line bg-stage p-2.5">
      <dt className="text-ivory-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-wrap">{words()}</dd>
    </div>
  );
}
