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
import { tellFailure } from '../progress/use-failure';
import { isInTheWayOf } from './earlier-requests';
import { PromptTimeLeft } from './prompt-time-left';

interface FailureNoticeProps {
  id?: string;
  failure: PaymentFailure;
  /** What tries again. The focus goes there, with the notice as its description, once it is news. */
  button?: RefObject<HTMLButtonElement | null>;
}

/** Why the last payment failed, beneath the button that tries again; no toast says so as well. */
export function FailureNotice(props: FailureNoticeProps) {
  const { failure } = props;
  const earlier = useEarlierPayments();
  // Its own panel tells of a payment that is followed.
  if (earlier.some(({ paymentId }) => isInTheWayOf(failure, paymentId))) return null;
  return <Notice {...props} />;
}

function Notice({ id, failure, button }: FailureNoticeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The overlay that hid the page has just gone, and a bar may lie over its end.
    if (!tellFailure(failure)) return;
    panel.current?.scrollIntoView({ block: 'center' });
    // An alert that comes while a dialog leaves is not heard in Firefox.
    setTimeout(() => button?.current?.focus({ preventScroll: true }), AFTER_OVERLAY_MS);
  }, [failure, button]);
  const { title, description, isMishap } = failureText(t, language, failure);
  const isOpenElsewhere =
    failure.stage === 'initiation' && failure.textKey === 'checkout.error.prompt-open';
  const Icon = isMishap ? CircleAlert : Hourglass;
  return (
    <div
      ref={panel}
      id={id}
      role="alert"
      className={clsx(
        'flex items-start gap-3 rounded-xl border px-4 py-3 text-sm',
        isMishap ? 'border-alert' : 'border-gold',
      )}
    >
      <Icon
        aria-hidden
        className={clsx('mt-0.5 size-5 shrink-0', isMishap ? 'text-alert' : 'text-gold')}
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
  /** While it is open. */
  description: string;
  until: number;
}

/**
 * A request on the number that is somebody else's, so that nothing can be asked about it; once its time
 * is over, the way on. Stands in the form.
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
