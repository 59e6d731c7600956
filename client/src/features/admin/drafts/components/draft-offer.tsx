import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#client/features/admin/shell/index';
import { Button } from '#client/ui/button';

interface DraftOfferProps {
  text: string;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers the draft left from an ended session or a reloaded page. */
export function DraftOffer({ text, onRestore, onDiscard }: DraftOfferProps) {
  const { t } = useTranslation();
  return (
    <Notice icon={History} text={text}>
      <Button variant="outline" size="sm" onClick={onDiscard}>
        {t('admin.draft.discard')}
      </Button>
      <Button size="sm" onClick={onRestore}>
        {t('admin.draft.restore')}
      </Button>
    </Notice>
  );
}
