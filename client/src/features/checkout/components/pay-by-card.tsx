import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';

/** Chooses the card where Mobile Money cannot charge; votes and details are kept. */
export function PayByCard({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="outline" size="sm" className="mt-2" onClick={onChoose}>
      <CreditCard aria-hidden className="size-4" />
      {t('checkout.mobileMoney.byCard')}
    </Button>
  );
}
