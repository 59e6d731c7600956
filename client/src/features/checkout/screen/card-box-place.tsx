import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#client/ui/spinner';

interface CardBoxPlaceProps {
  /** In place of what is said of the card's details. */
  note?: string | undefined;
  children: ReactNode;
}

/** As high before the fields are there as after, so that nothing moves when they come. */
export function CardBoxPlace({ note, children }: CardBoxPlaceProps) {
  const { t } = useTranslation();
  return (
    <div>
      <div className="relative flex min-h-82 flex-col sm:min-h-72">{children}</div>
      <p role="status" className="mt-2 text-ivory-soft text-sm">
        {note ?? t('checkout.card.privacy')}
      </p>
    </div>
  );
}

export function SettingUp() {
  const { t } = useTranslation();
  return (
    <p
      role="status"
      className="absolute inset-0 flex items-center justify-center gap-3 rounded-xl border border-stage-line border-dashed bg-stage-raised px-4 text-center text-ivory-soft"
    >
      <Spinner className="text-gold" />
      {t('checkout.card.settingUp')}
    </p>
  );
}
