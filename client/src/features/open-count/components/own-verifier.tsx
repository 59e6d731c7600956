import { Copy, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#client/ui/button';
import { toast, toastError } from '#client/ui/overlay/toast';

interface CopyFieldProps {
  label: string;
  text: string;
}

/** A single-line text to copy. */
function CopyField({ label, text }: CopyFieldProps) {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: t('count.own.copied'), description: label });
    } catch {
      toastError(t('count.own.copyFailed'), t('count.own.copyFailedHint'));
    }
  };
  return (
    <div>
      <p className="font-semibold text-sm">{label}</p>
      <div className="mt-1 flex items-start gap-1 rounded-xl border border-surface-line bg-surface-raised pl-3">
        <code className="min-w-0 grow select-all break-all py-2.5 text-sm">{text}</code>
        <IconButton icon={Copy} label={t('count.own.copyLabel', { label })} onClick={copy} />
      </div>
    </div>
  );
}

/** Explains how to recount without running any code of this site. */
export function OwnVerifier({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ivory-soft">{t('count.own.hint')}</p>
      <Button asChild variant="outline" className="self-start">
        <a href="/count/verify-count.mjs" download>
          <Download aria-hidden className="size-5" />
          {t('count.own.download')}
        </a>
      </Button>
      <p className="text-ivory-soft">{t('count.own.run')}</p>
      <CopyField
        label={t('count.own.command')}
        text={`node verify-count.mjs ${window.location.origin}`}
      />
      {keys.map((key) => (
        <CopyField key={key} label={t('count.own.key')} text={key} />
      ))}
      <p className="text-ivory-soft">{t('count.own.keyHint')}</p>
      <p className="text-ivory-muted text-sm">
        {t('count.own.formats')}{' '}
        <a
          href="/count/open-count.md"
          className="inline-flex min-h-touch items-center underline underline-offset-4 hover:text-ivory"
        >
          {t('count.own.specification')}
        </a>
      </p>
    </div>
  );
}
