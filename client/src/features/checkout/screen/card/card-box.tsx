import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../lib/use-language';
import { CardBoxPlace, SettingUp } from '../card-box-place';
import { CardUnavailable } from '../card-unavailable';
import { type CardFields, StripeCardFields } from './card-fields';
import { type StripeSource, stripeLibrary } from './stripe-library';
import type { useCardSession } from './use-card-session';
import { useHeld } from './use-held';

interface CardBoxProps {
  cardSession: ReturnType<typeof useCardSession>;
  source: StripeSource;
  hasVotes: boolean;
  hasOtherMethod: boolean;
  isFrozen: boolean;
  isPaused: boolean;
  areFieldsReady: boolean;
  onFields: (fields: CardFields | null) => void;
}

/** The card's fields, or what stands in their place. */
export function CardBox({
  cardSession: { session, hasFailed, keeper },
  source,
  hasVotes,
  hasOtherMethod,
  isFrozen,
  isPaused,
  areFieldsReady,
  onFields,
}: CardBoxProps) {
  const { t } = useTranslation();
  // A payment under way must not lose its fields.
  const language = useHeld(useLanguage(), isFrozen);
  const library = useQuery(stripeLibrary(source, language));
  /** Client secrets: of the fields that could not load, and of those with something typed in. */
  const [brokenSecret, setBrokenSecret] = useState<string | null>(null);
  const [filledSecret, setFilledSecret] = useState<string | null>(null);

  const clientSecret = session?.clientSecret ?? null;
  const isBroken = clientSecret !== null && clientSecret === brokenSecret;

  const retryFields = () => {
    setBrokenSecret(null);
    void keeper.renew();
  };

  const content = () => {
    if (isPaused) return <Note text={t('checkout.mobileMoney.paymentOpen')} />;
    if (library.isError || isBroken) {
      return (
        <CardUnavailable
          reason="unavailable"
          hasOtherMethod={hasOtherMethod}
          onRetry={isBroken ? retryFields : () => void library.refetch()}
        />
      );
    }
    if (hasFailed) {
      return (
        <CardUnavailable
          reason="setupFailed"
          hasOtherMethod={hasOtherMethod}
          onRetry={keeper.retry}
        />
      );
    }
    if (!session && !hasVotes) return <Note text={t('checkout.mobileMoney.noVotes.description')} />;
    return (
      <>
        {session && library.data && (
          <StripeCardFields
            key={`${session.clientSecret} ${language}`}
            stripe={library.data}
            session={session}
            language={language}
            onFields={onFields}
            onTyped={() => setFilledSecret(session.clientSecret)}
            onLoadError={() => setBrokenSecret(session.clientSecret)}
          />
        )}
        {!areFieldsReady && <SettingUp />}
      </>
    );
  };

  const needsRefill =
    filledSecret !== null && clientSecret !== null && filledSecret !== clientSecret;
  return (
    <CardBoxPlace note={needsRefill ? t('checkout.card.refill') : undefined}>
      {content()}
    </CardBoxPlace>
  );
}

const Note = ({ text }: { text: string }) => (
  <p className="flex flex-1 items-center justify-center rounded-xl border border-stage-line border-dashed px-4 py-6 text-center text-ivory-soft">
    {text}
  </p>
);
