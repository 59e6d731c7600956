import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button';

/** As much of an id as is shown (spec, section 2). */
export const shortId = (id: string): string => id.slice(0, 8);

interface PaymentIdProps {
  id: string;
  onOpen: () => void;
}

/** Opens the payment's history; copies the whole id. */
export function PaymentId({ id, onOpen }: PaymentIdProps) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center">
      <button
        type="button"
        onClick={onOpen}
        aria-label={t('tracking.table.open', { id: shortId(id) })}
        aria-haspopup="dialog"
        className="min-h-touch rounded font-mono font-semibold text-gold text-sm underline underline-offset-4 hover:text-gold-bright md:pointer-fine:min-h-7"
      >
        {shortId(id)}
      </button>
      <CopyButton label={t('tracking.table.id')} value={id} />
    </span>
  );
}
