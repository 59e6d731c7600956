import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';

interface DialogActionsProps {
  /** What went wrong; null while nothing has. */
  problem: string | null;
  /** Null when the action is not possible. */
  action: string | null;
  isBusy: boolean;
  isDanger?: boolean;
  /** Undefined when the button submits a form. */
  onConfirm?: () => void;
  onClose: () => void;
}

/** The end of a dialog: what went wrong, and the choice between leaving and acting. */
export function DialogActions({
  problem,
  action,
  isBusy,
  isDanger = false,
  onConfirm,
  onClose,
}: DialogActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      {problem && (
        <p role="alert" className="text-alert">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" className="grow" onClick={onClose}>
          {t('admin.cancel')}
        </Button>
        {action !== null && (
          <Button
            type={onConfirm ? 'button' : 'submit'}
            variant={isDanger ? 'danger' : 'gold'}
            className="grow"
            isBusy={isBusy}
            onClick={onConfirm}
          >
            {action}
          </Button>
        )}
      </div>
    </>
  );
}
