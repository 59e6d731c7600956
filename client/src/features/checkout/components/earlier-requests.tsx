import { clsx } from 'clsx';
import { Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSecondsLeft } from '#client/lib/time/use-seconds-left';
import {
  type EarlierPayment,
  refreshEarlier,
  useEarlierPayments,
} from '../progress/model/earlier-payments';
import type { PaymentFailure } from '../progress/model/payment-progress';
import { markFailureShown } from '../progress/use-failure';
import { usePaymentProgress } from '../progress/use-payment-progress';
import { PromptTimeLeft } from './prompt-time-left';

/**
 * Payments of this browser that no page follows and that may still be paid. Shows their state on
 * the server before another one is paid.
 */
export function EarlierRequests({ artistId }: { artistId: string }) {
  const { progress } = usePaymentProgress();
  const earlier = useEarlierPayments();
  if (progress.phase !== 'idle') return null;
  const { failure = null } = progress;
  return earlier.map((payment) => {
    const isBlocking = isBlockedBy(failure, payment.paymentId);
    return (
      <EarlierRequest
        // Keyed, so that it is rendered again after a press and announced.
        key={`${payment.paymentId} ${isBlocking}`}
        payment={payment}
        isForAnother={payment.artist !== null && payment.artist.id !== artistId}
        refusal={isBlocking ? failure : null}
      />
    );
  });
}

/**
 * A short note at the pay button about the first open payment: on a phone the payments themselves
 * may be out of view.
 */
export function EarlierRequestNote() {
  const { t } = useTranslation();
  const { progress } = usePaymentProgress();
  const [first] = useEarlierPayments().filter(({ state }) => state.kind === 'open');
  if (!first || progress.phase !== 'idle') return null;
  return <p className="text-center text-gold text-sm lg:hidden">{t(titleKeyOf(first))}</p>;
}

function titleKeyOf({ method, state }: EarlierPayment) {
  if (method === 'card') return 'checkout.promptOpen.cardTitle';
  return state.kind === 'open' && state.hasLapsed
    ? 'checkout.promptOpen.lapsedTitle'
    : 'checkout.promptOpen.title';
}

/** True when a payment could not be started because of this one. */
export const isBlockedBy = (failure: PaymentFailure | null, paymentId: string): boolean =>
  failure?.stage === 'initiation' && failure.openPaymentId === paymentId;

interface EarlierRequestProps {
  payment: EarlierPayment;
  isForAnother: boolean;
  /** The failure that this payment caused, if any. */
  refusal: PaymentFailure | null;
}

function EarlierRequest({ payment, isForAnother, refusal }: EarlierRequestProps) {
  const { t } = useTranslation();
  const { artist, method, state } = payment;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The overlay that hid the page has just closed.
    if (refusal && markFailureShown(refusal)) panel.current?.scrollIntoView({ block: 'center' });
  }, [refusal]);
  if (state.kind !== 'open') return null;
  return (
    <div
      ref={panel}
      role={refusal ? 'alert' : 'status'}
      className={clsx(
        'flex items-start gap-3 rounded-xl border px-4 py-3 text-sm',
        refusal ? 'border-gold' : 'border-surface-line',
      )}
    >
      <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0 text-gold" />
      <div className="min-w-0 flex-1">
        {isForAnother && artist && (
          <p className="wrap-anywhere">
            {t('checkout.waiting.votingFor')} {artist.name}
          </p>
        )}
        <p className="font-semibold">{t(titleKeyOf(payment))}</p>
        {method === 'card' ? (
          <p className="text-ivory-soft">{t('checkout.promptOpen.card')}</p>
        ) : (
          <OpenPrompt lapsesAt={state.lapsesAt} hasLapsed={state.hasLapsed} />
        )}
      </div>
    </div>
  );
}

interface OpenPromptProps {
  lapsesAt: number;
  /** True once the server no longer rejects a second prompt. */
  hasLapsed: boolean;
}

function OpenPrompt({ lapsesAt, hasLapsed }: OpenPromptProps) {
  const { t } = useTranslation();
  const secondsLeft = useSecondsLeft(lapsesAt);
  const isTimeUp = secondsLeft === 0 && !hasLapsed;
  useEffect(() => {
    // The browser's own clock is not trusted.
    if (isTimeUp) refreshEarlier();
  }, [isTimeUp]);
  if (hasLapsed) {
    return <p className="text-ivory-soft">{t('checkout.promptOpen.lapsedOwn')}</p>;
  }
  return (
    <>
      <p className="text-ivory-soft">{t('checkout.promptOpen.own')}</p>
      {isTimeUp ? (
        <p className="mt-2 font-semibold">{t('checkout.promptOpen.asking')}</p>
      ) : (
        <PromptTimeLeft secondsLeft={secondsLeft} />
      )}
    </>
  );
}
