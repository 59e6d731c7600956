import { Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshCatalog } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import { Button } from '#client/ui/button';
import { toast, toastError } from '#client/ui/overlay/toast';

interface RestoreButtonProps {
  kind: 'artists' | 'categories';
  id: string;
  name: string;
}

/**
 * Undoes a deletion from the activity log, after its toast has gone. Has no effect if the entry was
 * already restored.
 */
export function RestoreButton({ kind, id, name }: RestoreButtonProps) {
  const { t } = useTranslation();
  const refresh = useRefreshCatalog();
  const button = useRef<HTMLButtonElement>(null);
  const restore = useAdminMutation({
    mutationFn: () => call(`POST /api/admin/${kind}/:id/restore`, { params: { id } }),
    onSuccess: () => {
      toast({ title: t(`admin.${kind}.restored`) });
      // The button is about to disappear: the focus moves to the heading of its entry.
      button.current?.closest('li')?.querySelector('h2')?.focus();
      return refresh();
    },
    onError: () => toastError(t('admin.error'), t(`admin.${kind}.restoreFailed`)),
  });
  return (
    <Button
      ref={button}
      variant="outline"
      size="sm"
      isBusy={restore.isPending}
      onClick={() => restore.mutate()}
    >
      {!restore.isPending && <Undo2 aria-hidden className="size-4" />}
      {t('activity.restore')}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
