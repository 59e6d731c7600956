import * as RadixDialog from '@radix-ui/react-dialog';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { announce } from '#client/lib/page/announce';
import { useSecondsLeft } from '#client/lib/time/use-seconds-left';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { focusOnItself } from '#client/ui/overlay/focus-on-itself';
import { ProgressBar } from '#client/ui/progress-bar';
import { Spinner } from '#client/ui/spinner';
import type { Initiating, PaymentOrder } from '../model/payment-progress';
import { statusTextOf } from '../model/status-text';
import { WAITING_MS } from '../use-countdown';
import { usePaymentProgress } from '../use-payment-progress';
import { EarlierReceipts } from './earlier-receipts';
import { UssdHint } from './ussd-hint';

const STEPS = ['checkPhone', 'enterPin', 'wait', 'sms'] as const;

/** Shows the state of a request while it is being sent, and then what to do on the phone. */
export function WaitingOverlay({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { progress, dispatch } = usePaymentProgress();
  const initiating = progress.phase === 'initiating' ? progress : null;
  const id = useId();
  const title = t(titleKeyOf(initiating, order));
  const wasSending = useRef(initiating !== null);
  useEffect(() => {
    if (initiating || !wasSending.current) return;
    // By the time the screen reader announced the dialog, the prompt was on the phone.
    wasSending.current = false;
    const steps = STEPS.map((step) => t(`checkout.waiting.${step}`)).join(' ');
    announce(`${t('checkout.waiting.title')}. ${steps}`);
  }, [initiating, t]);
  return (
    <RadixDialog.Root open>
      <RadixDialog.Portal>
        <RadixDialog.Content
          // Announced with its title. Firefox ignores steps that are added later.
          aria-describedby={initiating ? `${id}-order` : `${id}-order ${id}-steps`}
          onOpenAutoFocus={focusOnItself}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            if (initiating) dispatch({ type: 'overlayClosed' });
          }}
          className="fixed inset-0 z-50 animate-fade-in overflow-y-auto bg-surface text-ivory outline-none"
        >
          <div className="mx-auto flex min-h-full max-w-md flex-col justify-center gap-4 px-5 py-4 sm:gap-5">
            <RadixDialog.Title className="text-center font-bold text-2xl leading-tight sm:text-3xl">
              {title}
            </RadixDialog.Title>
            <dl
              id={`${id}-order`}
              className="rounded-card border border-surface-line bg-surface-raised px-5 py-3 text-center"
            >
              <dt className="text-ivory-soft text-sm">{t('checkout.waiting.votingFor')}</dt>
              <dd translate="no" className="wrap-anywhere font-bold font-display text-xl">
                {order.artistName}
              </dd>
              <dt className="mt-1 text-ivory-soft text-sm">{t('checkout.waiting.amount')}</dt>
              <dd translate="no" className="font-bold font-display text-3xl text-gold">
                {formatMoney(order.amount, language)}
              </dd>
            </dl>
            {initiating ? (
              <Sending initiating={initiating} />
            ) : (
              <OnThePhone order={order} stepsId={`${id}-steps`} />
            )}
          </div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function titleKeyOf(initiating: Initiating | null, { isClaimedDeclined }: PaymentOrder) {
  if (initiating) {
    return initiating.lostChecks > 0
      ? 'checkout.sending.unansweredTitle'
      : 'checkout.sending.title';
  }
  return isClaimedDeclined ? 'checkout.waiting.declinedTitle' : 'checkout.waiting.title';
}

/** Shown as long as it is only known that the voter has pressed the button. */
function Sending({ initiating }: { initiating: Initiating }) {
  const { t } = useTranslation();
  const { dispatch } = usePaymentProgress();
  const text = statusTextOf(initiating);
  return (
    <>
      <div className="flex min-h-24 flex-col items-center justify-center gap-3">
        <Spinner className="size-8 text-gold" />
        <p role="status" className="text-center text-pretty">
          {text !== null && text !== 'sending' && t(`checkout.status.${text}`)}
        </p>
        {initiating.lostChecks > 0 && (
          <p className="text-center text-ivory-soft text-sm">{t('checkout.sending.ifItRings')}</p>
        )}
      </div>
      {/* Shown only when the response is slow: a second tap on Pay would press it at once. */}
      {(initiating.isSlow || initiating.lostChecks > 0) && (
        <Button
          variant="ghost"
          className="-my-2 self-center px-3 text-sm"
          onClick={() => dispatch({ type: 'overlayClosed' })}
        >
          {t('common.close')}
        </Button>
      )}
    </>
  );
}

/** Shown while the prompt is on the phone. The overlay closes by itself. */
function OnThePhone({ order, stepsId }: { order: PaymentOrder; stepsId: string }) {
  const { t } = useTranslation();
  const { dispatch } = usePaymentProgress();
  const secondsLeft = useSecondsLeft(order.since + WAITING_MS);
  if (order.isClaimedDeclined) {
    return (
      <div className="flex min-h-24 flex-col items-center justify-center gap-3">
        <EarlierReceipts hasPrompt />
        <Spinner className="size-8 text-gold" />
        <p role="status" className="text-center text-pretty">
          {t('checkout.waiting.askingAfterDecline')}
        </p>
      </div>
    );
  }
  return (
    <>
      <div>
        <EarlierReceipts hasPrompt />
        <ProgressBar
          value={(secondsLeft * 1_000) / WAITING_MS}
          label={t('checkout.waiting.title')}
        />
        <p role="timer" className="mt-2 text-center font-semibold tabular-nums">
          {secondsLeft > 0
            ? t('checkout.waiting.secondsLeft', { count: secondsLeft })
            : t('checkout.status.takingLonger')}
        </p>
      </div>
      <ol id={stepsId} className="flex flex-col gap-2">
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
      <Button
        variant="ghost"
        className="-my-2 self-center px-3 text-sm"
        onClick={() => dispatch({ type: 'declineClaimed' })}
      >
        {t('checkout.waiting.declined')}
      </Button>
    </>
  );
}
