import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';

interface DraftOfferProps {
  text: string;
  onRestore: () => void;
  onDiscard: () => void;
}

/** What was being written when the session ended or the page was reloaded. */
export function DraftOffer({ text, onRestore, onDiscard }: DraftOfferProps) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-stage-line bg-stage-high p-3"
    >
      <p className="flex min-w-[min(12rem,100%)] flex-1 items-center gap-2">
        <History aria-hidden className="size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" className="px-4 py-1.5 text-sm" onClick={onDiscard}>
          {t('admin.draft.discard')}
        </Button>
        <Button className="px-4 py-1.5 text-sm" onClick={onRestore}>
          {t('admin.draft.restore')}
        </Button>
      </div>
    </div>
  );
}
