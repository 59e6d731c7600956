import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { TextField } from '#client/ui/fields/text-field';
import { toast } from '#client/ui/overlay/toast';
import { normalizePhone } from '#shared/domain/phone';
import type { Money } from '#shared/domain/pricing';
import { FailureNotice } from '../../components/failure-notice';
import { PayBar } from '../../components/pay-bar';
import { submitOnEnter } from '../../model/submit-on-enter';
import { outdatedTextIn } from '../../progress/model/failure-text';
import type { PaymentFailure, PaymentProgress } from '../../progress/model/payment-progress';
import { usePaymentProgress } from '../../progress/use-payment-progress';
import { useWalletOperators } from '../../use-wallet-operators';
import { MobileMoneyDown, OperatorHint } from './operator-hint';
import { PhoneField } from './phone-field';

export interface PayerDetails {
  phoneDigits: string;
  keepsNumber: boolean;
  email: string;
}

interface MobileMoneyFormProps {
  totalVotes: number;
  amount: Money;
  /** Price of one vote. */
  price: Money;
  details: PayerDetails;
  onDetailsChange: (change: Partial<PayerDetails>) => void;
  /** False until the server has confirmed what the votes are for. */
  isReady: boolean;
  onSubmit: () => void;
  /** Moves the focus to the votes. */
  onNoVotes: () => void;
  /** Chooses the card; null where it is off. */
  onCard: (() => void) | null;
}

interface Obstacles {
  isPaymentOpen: boolean;
  isPhoneComplete: boolean;
  totalVotes: number;
}

/** Returns why nothing can be paid yet. */
function obstacleOf({ isPaymentOpen, isPhoneComplete, totalVotes }: Obstacles) {
  if (isPaymentOpen) return 'mobileMoney.paymentOpen';
  if (!isPhoneComplete) return 'mobileMoney.phoneRequired.description';
  return totalVotes === 0 ? 'mobileMoney.noVotes.description' : undefined;
}

/** Returns the failure to show; what has changed on the page is told in the page's notice. */
function failureIn(progress: PaymentProgress): PaymentFailure | null {
  if (progress.phase !== 'idle' || progress.failure?.method !== 'mobile-money') return null;
  return outdatedTextIn(progress) === null ? progress.failure : null;
}

export function MobileMoneyForm({
  totalVotes,
  amount,
  price,
  details: { phoneDigits, keepsNumber, email },
  onDetailsChange,
  isReady,
  onSubmit,
  onNoVotes,
  onCard,
}: MobileMoneyFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { progress } = usePaymentProgress();
  const [first = 'mtn', second] = useWalletOperators();
  const phoneInput = useRef<HTMLInputElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const [isEmailRefused, setIsEmailRefused] = useState(false);
  const [isPhoneIncomplete, setIsPhoneIncomplete] = useState(false);

  const isPhoneComplete = normalizePhone(phoneDigits) !== null;
  const isPaymentOpen = progress.phase !== 'idle';
  const failure = failureIn(progress);
  const failureId = useId();
  const payButton = useRef<HTMLButtonElement>(null);
  const obstacle = obstacleOf({ isPaymentOpen, isPhoneComplete, totalVotes });

  const refuse = (problem: 'mobileMoney.phoneRequired' | 'mobileMoney.noVotes' | 'offline') =>
    toast({
      variant: 'destructive',
      title: t(`checkout.${problem}.title`),
      description: t(`checkout.${problem}.description`),
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPaymentOpen) return;
    if (!isPhoneComplete) {
      refuse('mobileMoney.phoneRequired');
      setIsPhoneIncomplete(true);
      phoneInput.current?.focus();
      return;
    }
    if (totalVotes === 0) {
      refuse('mobileMoney.noVotes');
      onNoVotes();
      return;
    }
    if (emailInput.current?.validity.valid === false) {
      setIsEmailRefused(true);
      emailInput.current.focus();
      return;
    }
    if (!navigator.onLine) return refuse('offline');
    if (isReady) onSubmit();
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={submitOnEnter}
      aria-labelledby="mobile-money-title"
      className="flex flex-col gap-2 rounded-card border border-surface-line bg-surface-raised px-4 py-3 sm:gap-5 sm:p-6"
    >
      <h2 id="mobile-money-title" className="font-bold text-2xl leading-tight max-sm:sr-only">
        {t('checkout.mobileMoney.title')}
      </h2>
      <MobileMoneyDown onCard={onCard} />
      <PhoneField
        ref={phoneInput}
        digits={phoneDigits}
        isIncomplete={isPhoneIncomplete}
        onChange={(digits) => {
          setIsPhoneIncomplete(false);
          onDetailsChange({ phoneDigits: digits });
        }}
        isKept={keepsNumber}
        onKeep={(isKept) => onDetailsChange({ keepsNumber: isKept })}
        hint={<OperatorHint digits={phoneDigits} onCard={onCard} />}
      />
      <TextField
        ref={emailInput}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        label={t('checkout.mobileMoney.email.label')}
        hint={t('checkout.mobileMoney.email.hint')}
        error={isEmailRefused ? t('checkout.mobileMoney.email.invalid') : undefined}
        value={email}
        onChange={({ target }) => {
          setIsEmailRefused(false);
          onDetailsChange({ email: target.value });
        }}
      />
      <PayBar
        cost={t('checkout.mobileMoney.cost', {
          count: totalVotes,
          price: formatMoney(price, language),
          total: formatMoney(amount, language),
        })}
        ref={payButton}
        isBusy={!isReady}
        obstacle={obstacle && t(`checkout.${obstacle}`)}
        aria-describedby={failure ? failureId : undefined}
      >
        {second === undefined
          ? t('checkout.mobileMoney.submitToOne', {
              operator: t(`checkout.mobileMoney.operator.${first}`),
            })
          : t('checkout.mobileMoney.submit')}
      </PayBar>
      {failure && <FailureNotice id={failureId} failure={failure} button={payButton} />}
      {isPaymentOpen && (
        <p className="text-center text-ivory-soft text-sm">
          {t('checkout.mobileMoney.paymentOpen')}
        </p>
      )}
    </form>
  );
}
