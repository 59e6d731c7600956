import { Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestore } from '#client/features/admin/shell/index';
import { Button } from '#client/ui/button';

interface RestoreButtonProps {
  kind: 'artists' | 'categories' | 'merges';
  id: string;
  name: string;
}

/**
 * Undoes a deletion or a merge from the activity log, after its toast has gone. Has no effect if a
 * deleted entry was already restored.
 */
export function RestoreButton({ kind, id, name }: RestoreButtonProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  // The button is about to disappear: the focus moves to the heading of its entry.
  const restore = useRestore(kind, () =>
    button.current?.closest('li')?.querySelector('h2')?.focus(),
  );
  return (
    <Button
      ref={button}
      variant="outline"
      size="sm"
      isBusy={restore.isPending}
      onClick={() => restore.mutate(id)}
    >
      {!restore.isPending && <Undo2 aria-hidden className="size-4" />}
      {t(kind === 'merges' ? 'admin.merges.undo' : 'activity.restore')}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
