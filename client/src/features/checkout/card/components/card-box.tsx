import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardBoxPlace, SettingUp } from '../../components/card-box-place';
import { CardUnavailable } from '../../components/card-unavailable';
import type { CaptchaSource } from '../model/captcha-library';
import type { CardFields } from '../model/pay-by-card';
import type { useCardBox } from '../use-card-box';
import { Captcha } from './captcha';
import { StripeCardFields } from './card-fields';

interface CardBoxProps {
  box: ReturnType<typeof useCardBox>;
  /** Null when no captcha is configured. */
  captcha: CaptchaSource | null;
  /** Id of the message that explains why there are no fields. */
  problemId: string;
  hasVotes: boolean;
  hasOtherMethod: boolean;
  isPaused: boolean;
  /** Shown while the payment in progress waits for the voter's bank. */
  bankWindow: ReactNode;
  areFieldsReady: boolean;
  onFields: (fields: CardFields | null) => void;
}

/** The card's fields, or the message in place of them. */
export function CardBox({
  box: { stripe, session, language, problem, retry, proceed, onLoadError },
  captcha,
  problemId,
  hasVotes,
  hasOtherMethod,
  isPaused,
  bankWindow,
  areFieldsReady,
  onFields,
}: CardBoxProps) {
  const { t } = useTranslation();
  /** Client secret of the payment into whose fields the voter has typed. */
  const [filledSecret, setFilledSecret] = useState<string | null>(null);

  const content = () => {
    if (isPaused) return bankWindow ?? <Note text={t('checkout.mobileMoney.paymentOpen')} />;
    if (problem) {
      return (
        <CardUnavailable
          reason={problem}
          headingId={problemId}
          hasOtherMethod={hasOtherMethod}
          onRetry={retry}
        >
          {problem === 'captchaRequired' && captcha ? (
            <Captcha source={captcha} onToken={proceed} />
          ) : null}
        </CardUnavailable>
      );
    }
    if (!session && !hasVotes) return <Note text={t('checkout.mobileMoney.noVotes.description')} />;
    return (
      <>
        {session && stripe && (
          <StripeCardFields
            key={`${session.clientSecret} ${language}`}
            stripe={stripe}
            session={session}
            language={language}
            onFields={onFields}
            onTyped={() => setFilledSecret(session.clientSecret)}
            onLoadError={() => onLoadError(session.clientSecret)}
          />
        )}
        {!areFieldsReady && <SettingUp />}
      </>
    );
  };

  const needsRefill =
    filledSecret !== null && session !== null && filledSecret !== session.clientSecret;
  return (
    <CardBoxPlace note={needsRefill ? t('checkout.card.refill') : undefined}>
      {content()}
    </CardBoxPlace>
  );
}

const Note = ({ text }: { text: string }) => (
  <p className="flex flex-1 items-center justify-center rounded-xl border border-surface-line border-dashed px-4 py-6 text-center text-ivory-soft">
    {text}
  </p>
);
