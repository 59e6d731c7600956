import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useMemo, useState } from 'react';
import type { Language } from '#shared/domain/localized';
import { CARD_APPEARANCE } from '../model/card-appearance';
import type { CurrentSession } from '../model/card-session';
import type { CardFields } from '../model/pay-by-card';

interface CardFieldsProps {
  stripe: Stripe;
  session: CurrentSession;
  language: Language;
  /** Called with null once they are unmounted. */
  onFields: (fields: CardFields | null) => void;
  onTyped: () => void;
  onLoadError: () => void;
}

/** Must be mounted again for another client secret or another language. */
export function StripeCardFields({ stripe, session, language, ...events }: CardFieldsProps) {
  const { clientSecret, revision } = session;
  const options = useMemo(
    () => ({ clientSecret, locale: language, appearance: CARD_APPEARANCE }),
    [clientSecret, language],
  );
  return (
    <Elements stripe={stripe} options={options}>
      <FieldsOfIntent clientSecret={clientSecret} revision={revision} {...events} />
    </Elements>
  );
}

type FieldsOfIntentProps = Pick<CardFieldsProps, 'onFields' | 'onTyped' | 'onLoadError'> &
  Pick<CurrentSession, 'clientSecret' | 'revision'>;

const ELEMENT_OPTIONS = { layout: 'tabs' } as const;

function FieldsOfIntent({
  clientSecret,
  revision,
  onFields,
  onTyped,
  onLoadError,
}: FieldsOfIntentProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [firstRevision] = useState(revision);
  const fields = useMemo(
    () =>
      stripe && elements && isReady
        ? fieldsOf(stripe, elements, { clientSecret, revision: firstRevision })
        : null,
    [stripe, elements, isReady, clientSecret, firstRevision],
  );

  useEffect(() => {
    if (!fields) return;
    onFields(fields);
    return () => onFields(null);
  }, [fields, onFields]);

  useEffect(() => {
    void fields?.refresh(revision);
  }, [fields, revision]);

  return (
    <PaymentElement
      options={ELEMENT_OPTIONS}
      onReady={() => setIsReady(true)}
      onChange={({ empty }) => {
        if (!empty) onTyped();
      }}
      onLoadError={onLoadError}
    />
  );
}

function fieldsOf(
  stripe: Stripe,
  elements: StripeElements,
  { clientSecret, revision: firstRevision }: Pick<CurrentSession, 'clientSecret' | 'revision'>,
): CardFields {
  let shownRevision = firstRevision;
  return {
    clientSecret,
    validate: async () => (await elements.submit()).error === undefined,
    async refresh(revision) {
      if (revision === shownRevision) return;
      // Only a wallet shows the amount; the intent decides what is charged.
      const { error } = await elements.fetchUpdates().catch((cause: unknown) => ({ error: cause }));
      if (!error) shownRevision = revision;
    },
    confirm: (returnUrl) =>
      stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      }),
  };
}
