import { Trash2 } from 'lucide-react';
import type { MouseEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';

interface DeleteButtonProps {
  /** Of what it deletes: lists have many such buttons. */
  name: string;
  isBusy: boolean;
  onClick: MouseEventHandler<HTMLButtonElement>;
}

export function DeleteButton({ name, isBusy, onClick }: DeleteButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="ghost"
      size="icon"
      className="text-alert"
      aria-label={t('admin.delete', { name })}
      isBusy={isBusy}
      onClick={onClick}
    >
      {!isBusy && <Trash2 aria-hidden className="size-5" />}
    </Button>
  );
}
