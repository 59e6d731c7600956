import { Landmark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';

interface BankWindowProps {
  /** True when the bank's window is open or about to open. */
  isOpen: boolean;
  isGivingUp: boolean;
  onOpen: () => void;
  onGiveUp: () => void;
}

/**
 * Shown after a reload during the bank's authentication: opens its window again, or starts another
 * attempt.
 */
export function BankWindow({ isOpen, isGivingUp, onOpen, onGiveUp }: BankWindowProps) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="flex flex-1 flex-col items-center justify-center gap-3 rounded-xl border border-surface-line border-dashed px-4 py-6 text-center"
    >
      <Landmark aria-hidden className="size-8 text-gold" />
      <p className="font-semibold text-lg leading-snug">{t('checkout.card.bank.heading')}</p>
      <p className="text-ivory-soft text-pretty">{t('checkout.card.bank.hint')}</p>
      <div className="flex w-full flex-col justify-center gap-2 sm:flex-row">
        <Button isBusy={isOpen} disabled={isGivingUp} onClick={onOpen}>
          {t('checkout.card.bank.open')}
        </Button>
        <Button variant="outline" isBusy={isGivingUp} disabled={isOpen} onClick={onGiveUp}>
          {t('checkout.card.bank.giveUp')}
        </Button>
      </div>
    </div>
  );
}
