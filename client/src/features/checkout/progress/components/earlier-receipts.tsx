import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UntranslatedPart } from '#client/ui/untranslated-part';
import { removeOpenPayment } from '../../model/open-payments';
import { useEarlierPayments } from '../model/earlier-payments';

const ACTION =
  'inline-flex min-h-touch items-center font-semibold text-gold underline underline-offset-4 hover:text-gold-bright';

/**
 * Payments that succeeded after they were given up, while the voter is on another page.
 * @param hasPrompt true when another prompt is on the phone, which the voter may want to decline
 */
export function EarlierReceipts({ hasPrompt = false }: { hasPrompt?: boolean }) {
  const { t } = useTranslation();
  const paid = useEarlierPayments().flatMap(({ paymentId, artist, state }) =>
    state.kind === 'paid' ? [{ paymentId, artist, receiptCode: state.receiptCode }] : [],
  );
  return (
    <div role="status">
      {paid.map(({ paymentId, artist, receiptCode }) => (
        <div
          key={paymentId}
          className="mx-auto max-w-page bg-surface-high px-4 py-2.5 text-ivory sm:px-6"
        >
          <p>
            <CircleCheck aria-hidden className="mr-2 inline size-5 align-[-0.25em] text-success" />
            {artist ? (
              <UntranslatedPart part={artist.name}>
                {t('checkout.earlierPaid.notice', { name: artist.name })}
              </UntranslatedPart>
            ) : (
              t('checkout.earlierPaid.noticeUnnamed')
            )}
          </p>
          {hasPrompt ? (
            <p>{t('checkout.earlierPaid.declineThis')}</p>
          ) : (
            <div className="flex flex-wrap items-center gap-x-6">
              {receiptCode !== null && (
                <Link
                  href={`/my-receipts?code=${receiptCode}`}
                  onClick={() => removeOpenPayment(paymentId)}
                  className={ACTION}
                >
                  {t('checkout.receipt.retry')}
                </Link>
              )}
              <button type="button" className={ACTION} onClick={() => removeOpenPayment(paymentId)}>
                {t('common.close')}
              </button>
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
