import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button';

/** Leads to the voter's own receipt, beside this page. */
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
