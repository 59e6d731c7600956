import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { Differences } from '../../admin-drafts';
import { type CategoryDraft, categoryField, draftOf } from '../model/category-draft';
import type { SaveConflict } from '../use-category-form';

interface ConflictNoticeProps {
  conflict: SaveConflict;
  mine: CategoryDraft;
  onTakeTheirs: (theirs: AdminCategory) => void;
  onKeepMine: (theirs: AdminCategory) => void;
}

/** After a 409: both versions; what was typed stays in the form until one is chosen. */
export function ConflictNotice({ conflict, mine, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  const { t } = useTranslation();
  const notice = useRef<HTMLDivElement>(null);
  // The button that had the focus is disabled now, and the notice may be out of sight.
  useEffect(() => notice.current?.focus(), []);
  return (
    <div
      ref={notice}
      tabIndex={-1}
      role="alert"
      className="flex flex-col gap-3 rounded-xl border border-alert p-3 outline-none"
    >
      <p className="font-semibold text-alert">
        {t(`admin.categoryForm.conflict.${conflict.kind}`)}
      </p>
      {conflict.kind === 'changed' && (
        <>
          <ChangedFields mine={mine} theirs={draftOf(conflict.theirs)} />
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => onTakeTheirs(conflict.theirs)}>
              {t('admin.categoryForm.conflict.takeTheirs')}
            </Button>
            <Button variant="outline" onClick={() => onKeepMine(conflict.theirs)}>
              {t('admin.categoryForm.conflict.keepMine')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function ChangedFields({ mine, theirs }: { mine: CategoryDraft; theirs: CategoryDraft }) {
  const { t } = useTranslation();
  const changed = categoryField.options.filter((field) => mine[field] !== theirs[field]);
  return (
    <Differences
      differences={changed.map((field) => ({
        key: field,
        label: t(`admin.categoryForm.${field}`).replace(' *', ''),
        mine: mine[field],
        theirs: theirs[field],
      }))}
    />
  );
}
