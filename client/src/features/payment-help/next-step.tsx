import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { HelpedPayment } from '#shared/contracts/payment-help';
import { useEventTime } from '../../lib/use-event-time';
import { Button } from '../../ui/button';

/** What the voter may expect or do now, and until when we go on asking by ourselves. */
export function NextStep({ payment }: { payment: HelpedPayment }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const { next, askedUntil, receiptCode } = payment;
  const time = askedUntil && eventTime(askedUntil);
  const mayVoteAgain = next === 'pay-again' || next === 'finish-card';
  return (
    <div>
      <h3 className="font-bold text-lg">{t('help.next.title')}</h3>
      <p className="mt-1 text-pretty">{t(`help.next.${next}`)}</p>
      {time && next === 'keep-asking' && (
        <p className="mt-2 text-ivory-soft">{t('help.next.keepAskingUntil', { time })}</p>
      )}
      {time && next === 'pay-again' && (
        <p className="mt-2 text-ivory-soft">{t('help.next.lateSuccess', { time })}</p>
      )}
      {receiptCode && (
        <Button asChild className="mt-4">
          <Link href={`/my-receipts?code=${encodeURIComponent(receiptCode)}`}>
            {t('help.receipt')}
          </Link>
        </Button>
      )}
      {mayVoteAgain && (
        <Button asChild variant="outline" className="mt-4">
          <Link href="/categories">{t('help.voteAgain')}</Link>
        </Button>
      )}
    </div>
  );
}
