import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/toast';

interface CopyButtonProps {
  /** What the value is, such as "Email". */
  label: string;
  value: string;
}

/** Small beside the figures of a table, where a mouse points; full size for fingers. */
export function CopyButton({ label, value }: CopyButtonProps) {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast({
        title: t('tracking.copy.done'),
        description: t('tracking.copy.copied', { label }),
      });
    } catch {
      toast({
        variant: 'destructive',
        title: t('tracking.copy.failed.title'),
        description: t('tracking.copy.failed.description'),
      });
    }
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={t('tracking.copy.action', { label, value })}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-ivory-muted hover:bg-stage-high hover:text-ivory md:pointer-fine:size-7"
    >
      <Copy aria-hidden className="size-4" />
    </button>
  );
}
