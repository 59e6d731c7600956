import { CircleAlert, Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSecondsLeft } from '#client/lib/time/use-seconds-left';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { failureText } from '../progress/model/failure-text';
import type { PaymentFailure } from '../progress/model/payment-progress';
import { tellFailure } from '../progress/use-failure';

/** Why the last payment failed, beneath the button that tries again; no toast says so as well. */
export function FailureNotice({ failure }: { failure: PaymentFailure }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The overlay that hid the page has just gone, and a bar may lie over its end.
    if (tellFailure(failure)) panel.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  const { title, description } = failureText(t, language, failure);
  const isOpenElsewhere =
    failure.stage === 'initiation' && failure.textKey === 'checkout.error.prompt-open';
  return (
    <div
      ref={panel}
      role="alert"
      className="flex items-start gap-3 rounded-xl border border-alert px-4 py-3 text-sm"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-alert" />
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

/** A request that is still on the phone; once it has lapsed, the way on. Stands in the form. */
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
  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <>
      <p className="text-ivory-soft">{description}</p>
      <p className="mt-2 flex items-center gap-2 font-semibold">
        <Clock aria-hidden className="size-4 shrink-0 text-gold" />
        {/* Read out with the rest when it appears, not every second. */}
        <span role="timer" aria-live="off" className="tabular-nums">
          {t('checkout.promptOpen.left', { time })}
        </span>
      </p>
    </>
  );
}
