import { Trash2 } from 'lucide-react';
import type { MouseEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#client/ui/button';

interface DeleteButtonProps {
  /** Of what it deletes: lists have many such buttons. */
  name: string;
  isBusy: boolean;
  onClick: MouseEventHandler<HTMLButtonElement>;
}

export function DeleteButton({ name, isBusy, onClick }: DeleteButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      icon={Trash2}
      label={t('admin.delete', { name })}
      className="text-alert"
      isBusy={isBusy}
      onClick={onClick}
    />
  );
}
