import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { TextField } from '#client/ui/fields/text-field';
import { toast } from '#client/ui/overlay/toast';
import { completeEmail } from '#shared/domain/email';
import type { Money } from '#shared/domain/pricing';
import { CardCost, CardFrame } from '../../components/card-box-place';
import { FailureNotice } from '../../components/failure-notice';
import { PayBar } from '../../components/pay-bar';
import { rememberPayment } from '../../model/open-payments';
import { rememberDraft } from '../../model/paid-order';
import { readDraft } from '../../model/saved-payer';
import { submitOnEnter } from '../../model/submit-on-enter';
import { cardReturnUrl } from '../../progress/model/card-return';
import { isPayingByCard } from '../../progress/model/payment-progress';
import { showCardError } from '../../progress/model/payment-toasts';
import { usePaymentProgress } from '../../progress/use-payment-progress';
import { recordAttempt } from '../api';
import type { CaptchaSource } from '../model/captcha-library';
import type { VoteLines } from '../model/card-session';
import { rememberConfirmation } from '../model/open-confirmation';
import type { CardFields } from '../model/pay-by-card';
import type { StripeSource } from '../model/stripe-library';
import { useBankQuestion } from '../use-bank-question';
import { useCardBox } from '../use-card-box';
import { useCardPayment } from '../use-card-payment';
import { useCardSession } from '../use-card-session';
import { BankWindow } from './bank-window';
import { CardBox } from './card-box';

export interface CardFormProps {
  artist: { id: string; name: string };
  totalVotes: number;
  amount: Money;
  /** Price of one vote. */
  price: Money;
  /** Null while there is nothing to pay for, or while that is unknown. */
  voteLines: VoteLines | null;
  email: string;
  onEmailChange: (email: string) => void;
  /** Moves the focus to the votes. */
  onNoVotes: () => void;
  source: StripeSource;
  captcha: CaptchaSource | null;
  /** True when the voter can pay by mobile money instead. */
  hasOtherMethod: boolean;
}

export function CardForm({
  artist,
  totalVotes,
  amount,
  price,
  voteLines,
  email,
  onEmailChange,
  onNoVotes,
  source,
  captcha,
  hasOtherMethod,
}: CardFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { progress, dispatch } = usePaymentProgress();
  const payment = useCardPayment();
  const [fields, setFields] = useState<CardFields | null>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const [isEmailRefused, setIsEmailRefused] = useState(false);

  const isFrozen = payment.isProcessing || isPayingByCard(progress);
  const isPaused = progress.phase !== 'idle' && !payment.isProcessing;
  const voterEmail = completeEmail(email);
  const cardSession = useCardSession({ voteLines, price, email: voterEmail, language }, isPaused);
  const box = useCardBox(cardSession, source, isFrozen);
  const problemId = useId();
  const failureId = useId();
  const payButton = useRef<HTMLButtonElement>(null);
  const question = useBankQuestion(box.stripe, progress);
  const isUnavailable = box.problem !== null && !isPaused;
  const failure =
    progress.phase === 'idle' && progress.failure?.method === 'card' ? progress.failure : null;

  const refuse = (problem: 'card.emailRequired' | 'mobileMoney.noVotes' | 'offline') =>
    toast({
      variant: 'destructive',
      title: t(`checkout.${problem}.title`),
      description: t(`checkout.${problem}.description`),
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFrozen || isPaused) return;
    if (voterEmail === null) {
      if (email.trim() === '') refuse('card.emailRequired');
      else setIsEmailRefused(true);
      emailInput.current?.focus();
      return;
    }
    if (totalVotes === 0) {
      refuse('mobileMoney.noVotes');
      onNoVotes();
      return;
    }
    if (!navigator.onLine) return refuse('offline');
    if (!fields || !voteLines) return showCardError('incomplete');
    const { sessionSync, emails } = cardSession;
    void payment.pay({
      fields,
      session: () => sessionSync.sessionFor(voteLines),
      renewedSession: () => sessionSync.renew(),
      // The votes count without it, and an earlier request already sent the address.
      sendEmail: ({ paymentId }) => emails.push(paymentId, voterEmail).catch(() => {}),
      recordAttempt: async (session) => {
        await recordAttempt(session);
        rememberPayment({ paymentId: session.paymentId, method: 'card' }, artist);
        rememberDraft(session.paymentId, readDraft());
        rememberConfirmation(session.paymentId, session.clientSecret);
      },
      returnUrl: (paymentId) => cardReturnUrl(artist, paymentId),
    });
  };

  return (
    <form noValidate onSubmit={submit} onKeyDown={submitOnEnter} aria-labelledby="card-title">
      <CardFrame>
        <TextField
          ref={emailInput}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
          disabled={isFrozen}
          label={t('checkout.card.email.label')}
          hint={t('checkout.card.email.hint')}
          error={isEmailRefused ? t('checkout.card.email.invalid') : undefined}
          value={email}
          onChange={({ target }) => {
            setIsEmailRefused(false);
            onEmailChange(target.value);
          }}
        />
        <CardBox
          box={box}
          captcha={captcha}
          problemId={problemId}
          hasVotes={totalVotes > 0}
          hasOtherMethod={hasOtherMethod}
          isPaused={isPaused}
          bankWindow={
            question && (
              <BankWindow
                isOpen={question.isOpen}
                isGivingUp={question.isGivingUp}
                onOpen={() => void payment.reopenBank(question, question.openBankWindow)}
                onGiveUp={() => dispatch({ type: 'attemptGivenUp' })}
              />
            )
          }
          areFieldsReady={fields !== null}
          onFields={setFields}
        />
        <PayBar
          cost={<CardCost totalVotes={totalVotes} price={price} amount={amount} />}
          // The gold button is then the one that retries.
          variant={isUnavailable ? 'outline' : 'gold'}
          isBusy={isFrozen}
          disabled={isPaused || isUnavailable}
          obstacle={totalVotes === 0 ? t('checkout.mobileMoney.noVotes.description') : undefined}
          ref={payButton}
          aria-describedby={
            [isUnavailable && problemId, failure && failureId].filter(Boolean).join(' ') ||
            undefined
          }
        >
          {t('checkout.card.submit')}
        </PayBar>
        {failure && <FailureNotice id={failureId} failure={failure} button={payButton} />}
      </CardFrame>
    </form>
  );
}
