import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Language } from '#shared/domain/localized';
import type { Money } from '#shared/domain/pricing';
import { showSetupFailure } from '../progress/model/payment-toasts';
import { useRefetchOutdated } from '../use-refetch-outdated';
import { isBlocked, isCaptchaRequired, refusalOf, requestSession, sendVoterEmail } from './api';
import { currentSession, type VoteLines } from './model/card-session';
import { syncEmail } from './model/email-sync';
import { syncCardSession } from './model/session-sync';

/** Debounce of the e-mail address before it is sent, in ms. */
const EMAIL_DEBOUNCE_MS = 800;

interface CardOrder {
  /** Null while there is nothing to pay for. */
  voteLines: VoteLines | null;
  /** Price of one vote; constant for as long as this session exists. */
  price: Money;
  /** Null while the address is incomplete. */
  email: string | null;
  language: Language;
}

/**
 * Prepares the payment with the server while the voter fills in the form.
 *
 * @param isPaused true while another payment is in progress; the next one is set up from scratch
 */
export function useCardSession(order: CardOrder, isPaused: boolean) {
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });

  const refetchOutdated = useRefetchOutdated();
  const [failure, setFailure] = useState<SessionFailure>('setupFailed');
  /** Valid once: kept until the server has verified it. */
  const captcha = useRef<string | null>(null);
  const [{ sessionSync, emails }] = useState(() => {
    const emails = syncEmail(sendVoterEmail);
    const sessionSync = syncCardSession({
      request: async (voteLines) => {
        const { price, email, language } = latest.current;
        const order = { voteLines, price, voterEmail: email, locale: language };
        const session = await requestSession(order, captcha.current);
        captcha.current = null;
        emails.note(session.paymentId, email);
        return session;
      },
      refusalOf,
      onFailure: (error) => {
        captcha.current = null;
        setFailure(failureOf(error));
        void refetchOutdated(error).then((isTold) => {
          // The captcha itself is message enough, and so is the notice of what has changed.
          if (!isTold && !isCaptchaRequired(error)) showSetupFailure(error);
        });
      },
    });
    return { sessionSync, emails };
  });
  const state = useSyncExternalStore(sessionSync.subscribe, sessionSync.state);

  const { voteLines, email } = order;
  useEffect(() => {
    if (isPaused) sessionSync.drop();
    else sessionSync.want(voteLines);
  }, [sessionSync, voteLines, isPaused]);
  useEffect(() => () => sessionSync.drop(), [sessionSync]);

  const paymentId = state.session?.paymentId ?? null;
  useEffect(() => {
    if (paymentId === null || email === null) return;
    // An address that does not arrive now is sent with the payment.
    const send = () => emails.push(paymentId, email).catch(() => {});
    const timer = setTimeout(send, EMAIL_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [emails, paymentId, email]);

  return {
    session: state.session,
    isUpToDate: currentSession(state) !== null,
    failure: state.work.step === 'failed' ? failure : null,
    /** Called when the voter has solved the captcha. */
    proceed: (token: string) => {
      captcha.current = token;
      sessionSync.retry();
    },
    sessionSync,
    emails,
  };
}

type SessionFailure = 'setupFailed' | 'tooManyDeclines' | 'captchaRequired';

function failureOf(error: unknown): SessionFailure {
  if (isCaptchaRequired(error)) return 'captchaRequired';
  return isBlocked(error) ? 'tooManyDeclines' : 'setupFailed';
}
