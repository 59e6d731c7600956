import { Trash2 } from 'lucide-react';
import type { MouseEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#client/ui/button';

interface DeleteButtonProps {
  /** Name of what it deletes: lists have many such buttons. */
  name: string;
  /** Votes that stay in the ledger, as the toast says. */
  voteCount: number;
  isBusy: boolean;
  onClick: MouseEventHandler<HTMLButtonElement>;
}

export function DeleteButton({ name, voteCount, isBusy, onClick }: DeleteButtonProps) {
  const { t } = useTranslation();
  const label = t('admin.delete', { name });
  const votesNote = voteCount > 0 ? t('admin.votesStay', { count: voteCount }) : undefined;
  return (
    <IconButton
      icon={Trash2}
      label={label}
      aria-description={votesNote}
      data-tooltip={[label, votesNote].filter(Boolean).join('. ')}
      className="text-alert"
      isBusy={isBusy}
      onClick={onClick}
    />
  );
}
