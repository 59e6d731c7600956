import { useTranslation } from 'react-i18next';
import type { AdminCategory } from '../../../../../shared/contracts/admin-catalog';
import { Button } from '../../../ui/button';
import type { SaveConflict } from './use-save-category';

interface ConflictNoticeProps {
  conflict: SaveConflict;
  onTakeTheirs: (theirs: AdminCategory) => void;
  onKeepMine: (theirs: AdminCategory) => void;
}

/** Somebody else was quicker; what was typed stays in the form until its owner decides. */
export function ConflictNotice({ conflict, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="rounded-xl border border-alert p-3">
      <p className="font-semibold text-alert">
        {t(`admin.categoryForm.conflict.${conflict.kind}`)}
      </p>
      {conflict.kind === 'changed' && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => onTakeTheirs(conflict.theirs)}>
            {t('admin.categoryForm.conflict.takeTheirs')}
          </Button>
          <Button variant="outline" onClick={() => onKeepMine(conflict.theirs)}>
            {t('admin.categoryForm.conflict.keepMine')}
          </Button>
        </div>
      )}
    </div>
  );
}
