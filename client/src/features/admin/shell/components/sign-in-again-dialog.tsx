import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  againAddress,
  hasBroadcastChannel,
  onSignInAgain,
  SIGNED_IN_AGAIN_PATH,
} from '#client/features/auth/index';
import { onSignInWanted } from '#client/lib/api/request';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import type { SignInProblem } from '#shared/domain/sign-in';

type Step = 'hidden' | 'asking' | 'elsewhere' | SignInProblem;

/**
 * Shown when an action requires a recent sign-in, before the action is repeated. The sign-in opens
 * in a separate window, so that this page keeps everything that was typed.
 */
export function SignInAgainDialog() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [step, setStep] = useState<Step>('hidden');
  /** Actions that wait for the result of the sign-in. */
  const pendingActions = useRef<((isDone: boolean) => void)[]>([]);

  const end = useCallback((isDone: boolean) => {
    for (const resolveAction of pendingActions.current.splice(0)) resolveAction(isDone);
    setStep('hidden');
  }, []);
  useEffect(() => {
    const stopAsking = onSignInWanted(() => {
      setStep((before) => (before === 'hidden' ? 'asking' : before));
      return new Promise((resolve) => pendingActions.current.push(resolve));
    });
    const stopListening = onSignInAgain((problem) => {
      if (problem === null) end(true);
      else setStep((before) => (before === 'hidden' ? before : problem));
    });
    return () => {
      stopAsking();
      stopListening();
    };
  }, [end]);

  const signIn = () => {
    const opened =
      hasBroadcastChannel() &&
      window.open(
        againAddress(SIGNED_IN_AGAIN_PATH, language),
        'sign-in-again',
        'popup,width=480,height=720',
      );
    if (opened) {
      setStep('elsewhere');
      return;
    }
    // The browser blocks windows: this page redirects, and comes back to the same address.
    const { pathname, search } = window.location;
    window.location.assign(againAddress(`${pathname}${search}`, language));
  };

  return (
    <Dialog
      open={step !== 'hidden'}
      onClose={() => end(false)}
      title={t('admin.again.title')}
      description={t('admin.again.why')}
    >
      <p
        role={step === 'asking' || step === 'elsewhere' ? 'status' : 'alert'}
        className="mb-4 font-semibold empty:hidden"
      >
        {step === 'elsewhere' && t('admin.again.elsewhere')}
        {step !== 'hidden' && step !== 'asking' && step !== 'elsewhere' && (
          <span className="text-alert">
            {step === 'cancelled' ? t('admin.again.cancelled') : t(`sign-in.${step}.description`)}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" className="grow" onClick={() => end(false)}>
          {t('admin.cancel')}
        </Button>
        <Button variant="gold" className="grow" onClick={signIn}>
          {t('admin.again.action')}
        </Button>
      </div>
    </Dialog>
  );
}
