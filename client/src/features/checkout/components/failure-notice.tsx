import { clsx } from 'clsx';
import { CircleAlert, Hourglass } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSecondsLeft } from '#client/lib/time/use-seconds-left';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { AFTER_OVERLAY_MS } from '#client/ui/overlay/focus-on-itself';
import { useEarlierPayments } from '../progress/model/earlier-payments';
import { failureText } from '../progress/model/failure-text';
import type { PaymentFailure } from '../progress/model/payment-progress';
import { markFailureShown } from '../progress/use-failure';
import { isBlockedBy } from './earlier-requests';
import { PromptTimeLeft } from './prompt-time-left';

interface FailureNoticeProps {
  id?: string;
  failure: PaymentFailure;
  /**
   * The retry button. It gets the focus, with the notice as its description, when the notice is
   * new.
   */
  button?: RefObject<HTMLButtonElement | null>;
}

/** Shows why the last payment failed, below the retry button; there is no toast for it. */
export function FailureNotice(props: FailureNoticeProps) {
  const { failure } = props;
  const earlier = useEarlierPayments();
  // A payment that is followed has its own panel.
  if (earlier.some(({ paymentId }) => isBlockedBy(failure, paymentId))) return null;
  return <Notice {...props} />;
}

function Notice({ id, failure, button }: FailureNoticeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The overlay that hid the page has just closed, and the pay bar may cover the notice.
    if (!markFailureShown(failure)) return;
    panel.current?.scrollIntoView({ block: 'center' });
    // Firefox does not announce an alert that appears while a dialog closes.
    setTimeout(() => button?.current?.focus({ preventScroll: true }), AFTER_OVERLAY_MS);
  }, [failure, button]);
  const { title, description, isError } = failureText(t, language, failure);
  const isOpenElsewhere =
    failure.stage === 'initiation' && failure.textKey === 'checkout.error.prompt-open';
  const Icon = isError ? CircleAlert : Hourglass;
  return (
    <div
      ref={panel}
      id={id}
      role="alert"
      className={clsx(
        'flex items-start gap-3 rounded-xl border px-4 py-3 text-sm',
        isError ? 'border-alert' : 'border-gold',
      )}
    >
      <Icon
        aria-hidden
        className={clsx('mt-0.5 size-5 shrink-0', isError ? 'text-alert' : 'text-gold')}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {isOpenElsewhere && failure.retryAt !== null ? (
          <LapsingPrompt description={description} until={failure.retryAt} />
        ) : (
          <p className="text-ivory-soft">{description}</p>
        )}
      </div>
    </div>
  );
}

interface LapsingPromptProps {
  /** Text while the prompt is open. */
  description: string;
  until: number;
}

/**
 * An open prompt on the number that belongs to another payer, so the server reveals nothing more
 * about it. When its time is over, the voter can go on. Shown in the form.
 */
function LapsingPrompt({ description, until }: LapsingPromptProps) {
  const { t } = useTranslation();
  const secondsLeft = useSecondsLeft(until);
  if (secondsLeft === 0) {
    return (
      <>
        <p className="text-ivory-soft">{t('checkout.promptOpen.lapsed')}</p>
        <Button type="submit" variant="outline" className="mt-2">
          {t('checkout.promptOpen.sendAnother')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="text-ivory-soft">{description}</p>
      <PromptTimeLeft secondsLeft={secondsLeft} />
    </>
  );
}
