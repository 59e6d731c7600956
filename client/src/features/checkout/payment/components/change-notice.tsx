import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { PayByCard } from '../../components/pay-by-card';
import type { ConfigChange } from '../../model/config-changes';
import { outdatedTextIn } from '../../progress/model/failure-text';
import { usePaymentProgress } from '../../progress/use-payment-progress';

/** Returns a sentence about each change. */
function useChangeText(): (change: ConfigChange) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const eventTime = useEventTime();
  return (change) => {
    switch (change.type) {
      case 'price':
        return t('checkout.changed.price', { price: formatMoney(change.price, language) });
      case 'methodOff':
      case 'methodOn':
        return t(`checkout.changed.${change.type}.${change.method}`);
      case 'extended':
      case 'shortened':
        return t(`checkout.changed.${change.type}`, { time: eventTime(change.closesAt) });
      case 'openEnded':
        return t('checkout.changed.openEnded');
    }
  };
}

interface ChangeNoticeProps {
  /** What has changed since the last press. */
  changes: readonly ConfigChange[];
  /** Chooses the card; null where it is off or chosen. */
  onCard: (() => void) | null;
}

/**
 * Tells what the organiser has changed under the open page, or why the last press led to nothing.
 * It stays at the top of the screen: on a phone the form is longer than that.
 */
export function ChangeNotice({ changes, onCard }: ChangeNoticeProps) {
  const { t } = useTranslation();
  const textOf = useChangeText();
  const { progress } = usePaymentProgress();
  const refusal = outdatedTextIn(progress);
  const isTaken = refusal !== 'checkout.error.operator-unavailable';
  const sentences =
    changes.length > 0 && isTaken ? changes.map(textOf) : refusal ? [t(refusal)] : [];
  return (
    // Always on the page, so that screen readers announce what appears in it.
    <div role="status" className={sentences.length > 0 ? 'sticky top-2 z-20' : 'absolute'}>
      {sentences.length > 0 && (
        <div className="flex items-start gap-3 rounded-xl border border-gold bg-surface-high px-4 py-3 text-sm shadow-2xl">
          <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-gold" />
          <div className="min-w-0">
            <p className="font-semibold">{sentences.join(' ')}</p>
            {!isTaken && onCard && <PayByCard onChoose={onCard} />}
          </div>
        </div>
      )}
    </div>
  );
}
