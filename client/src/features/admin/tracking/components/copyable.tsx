import { Copy, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../use-copy';

/** Returns the first eight characters of an id, which is the part shown. */
export const shortId = (id: string): string => id.slice(0, 8);

interface PaymentIdProps {
  id: string;
  onOpen: () => void;
}

/** Opens the payment's history, or copies the whole id. */
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

/** Covers the whole row of a payment; values can be copied in the dialog that it opens. */
export function PaymentOpener({ id, onOpen }: PaymentIdProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={t('tracking.table.open', { id: shortId(id) })}
      aria-haspopup="dialog"
      className="absolute inset-0 rounded-lg focus-visible:outline-offset-[-2px]"
    />
  );
}

/** Links to the voter's receipt in a new tab. */
export function ReceiptLink({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center">
      <a
        href={`/my-receipts?${new URLSearchParams({ code })}`}
        target="_blank"
        rel="noopener"
        className="flex min-h-touch items-center gap-1 rounded font-mono font-semibold text-gold text-sm underline underline-offset-4 hover:text-gold-bright md:pointer-fine:min-h-7"
      >
        {code}
        <ExternalLink aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only"> ({t('tracking.table.newTab')})</span>
      </a>
      <CopyButton label={t('tracking.table.receipt')} value={code} />
    </span>
  );
}

interface CopyableProps {
  label: string;
  value: string;
  /** True for one line in a table, where the end may be cut off. */
  isInline?: boolean;
}

/**
 * A value that can be copied. Wraps after an @, and anywhere if necessary, because it has no
 * spaces.
 */
export function Copyable({ label, value, isInline = false }: CopyableProps) {
  const [, mailbox = '', host = ''] = /^([^@]*@?)(.*)$/s.exec(value) ?? [];
  return (
    <span className="flex min-w-0 items-center tabular-nums">
      <span
        className={
          isInline ? 'line-clamp-1 max-w-60 whitespace-normal break-all' : 'wrap-anywhere min-w-0'
        }
      >
        {mailbox}
        {host !== '' && <wbr />}
        {host}
      </span>
      <CopyButton label={label} value={value} />
    </span>
  );
}

interface CopyButtonProps {
  /** Name of the value, such as "Email". */
  label: string;
  value: string;
}

/** Smaller in a table when the pointer is precise; full touch size elsewhere. */
export function CopyButton({ label, value }: CopyButtonProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <button
      type="button"
      onClick={() => void copy(label, value)}
      aria-label={t('tracking.copy.action', { label, value })}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-ivory-muted hover:bg-surface-high hover:text-ivory md:pointer-fine:size-7"
    >
      <Copy aria-hidden className="size-4" />
    </button>
  );
}
