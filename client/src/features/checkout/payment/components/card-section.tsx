import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '#client/features/layout/index';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { Skeleton } from '#client/ui/skeleton';
import type { CardFormProps } from '../../card/components/card-form';
import { CardBoxPlace, CardCost, CardFrame, SettingUp } from '../../components/card-box-place';
import { CardUnavailable } from '../../components/card-unavailable';
import { PayBar } from '../../components/pay-bar';

/**
 * Loaded when chosen: with the provider's code it is large, and most voters pay by mobile money.
 */
const lazyCardForm = () =>
  lazy(async () => ({ default: (await importOrReload(() => import('../../card'))).CardForm }));

/** Loads the card form; when that fails, the voter may retry or pay otherwise. */
export function CardSection(props: CardFormProps) {
  const [{ attempt, CardForm }, setLoading] = useState(() => ({
    attempt: 1,
    CardForm: lazyCardForm(),
  }));
  const retry = () => setLoading({ attempt: attempt + 1, CardForm: lazyCardForm() });
  return (
    <ErrorBoundary
      key={attempt}
      fallback={
        <CardFrame>
          <CardUnavailable
            reason="unavailable"
            hasOtherMethod={props.hasOtherMethod}
            onRetry={retry}
          />
        </CardFrame>
      }
    >
      <Suspense fallback={<CardFormSkeleton {...props} />}>
        <CardForm {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Placeholder as high as the form. */
function CardFormSkeleton(cost: Pick<CardFormProps, 'totalVotes' | 'price' | 'amount'>) {
  const { t } = useTranslation();
  return (
    <CardFrame>
      <Skeleton className="h-26" />
      <CardBoxPlace>
        <SettingUp />
      </CardBoxPlace>
      <PayBar cost={<CardCost {...cost} />} disabled>
        {t('checkout.card.submit')}
      </PayBar>
    </CardFrame>
  );
}
