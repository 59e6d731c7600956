import * as RadixDialog from '@radix-ui/react-dialog';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useSecondsLeft } from '#client/lib/time/use-seconds-left';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { ProgressBar } from '#client/ui/progress-bar';
import type { PaymentOrder } from '../model/payment-progress';
import { WAITING_MS } from '../use-countdown';
import { usePaymentProgress } from '../use-payment-progress';
import { UssdHint } from './ussd-hint';

const STEPS = ['checkPhone', 'enterPin', 'wait', 'sms'] as const;

/** The next step is on the phone, and the overlay closes by itself. */
export function WaitingOverlay({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { progress, dispatch } = usePaymentProgress();
  const secondsLeft = useSecondsLeft(order.submittedAt + WAITING_MS);
  return (
    <RadixDialog.Root open>
      <RadixDialog.Portal>
        <RadixDialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 animate-fade-in overflow-y-auto bg-surface text-ivory"
        >
          <div className="mx-auto flex min-h-full max-w-md flex-col justify-center gap-4 px-5 py-4 sm:gap-5">
            <RadixDialog.Title className="text-center font-bold text-2xl leading-tight sm:text-3xl">
              {t('checkout.waiting.title')}
            </RadixDialog.Title>
            <dl className="rounded-card border border-surface-line bg-surface-raised px-5 py-3 text-center">
              <dt className="text-ivory-soft text-sm">{t('checkout.waiting.votingFor')}</dt>
              <dd className="font-bold font-display text-xl">{order.artistName}</dd>
              <dt className="mt-1 text-ivory-soft text-sm">{t('checkout.waiting.amount')}</dt>
              <dd className="font-bold font-display text-3xl text-gold">
                {formatMoney(order.amount, language)}
              </dd>
            </dl>
            <div>
              <ProgressBar
                value={(secondsLeft * 1_000) / WAITING_MS}
                label={t('checkout.waiting.title')}
              />
              <p role="timer" className="mt-2 text-center font-semibold tabular-nums">
                {secondsLeft > 0
                  ? t('checkout.waiting.secondsLeft', { count: secondsLeft })
                  : t('checkout.waiting.takingLonger')}
              </p>
            </div>
            <ol className="flex flex-col gap-2">
              {STEPS.map((step, index) => (
                <li key={step} className="flex gap-3">
                  <span
                    aria-hidden
                    className="flex size-7 shrink-0 items-center justify-center rounded-full bg-surface-high font-bold text-gold text-sm"
                  >
                    {index + 1}
                  </span>
                  {t(`checkout.waiting.${step}`)}
                </li>
              ))}
            </ol>
            <UssdHint className="text-ivory-soft text-sm" />
            <p className="flex items-center justify-center gap-2 rounded-xl bg-amber px-4 py-2.5 font-semibold text-amber-ink">
              <TriangleAlert aria-hidden className="size-5 shrink-0" />
              {t('checkout.waiting.doNotClose')}
            </p>
            {/* Before the server has named the payment there is nothing to be asked of it. */}
            {progress.phase === 'polling' &&
              (order.isCalledDeclined ? (
                <p role="status" className="text-center text-ivory-soft text-sm">
                  {t('checkout.waiting.askingAfterDecline')}
                </p>
              ) : (
                <Button
                  variant="ghost"
                  className="-my-2 self-center px-3 text-sm"
                  onClick={() => dispatch({ type: 'declineClaimed' })}
                >
                  {t('checkout.waiting.declined')}
                </Button>
              ))}
          </div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
