import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isMissing } from '#client/lib/api';
import { nominationsOfArtist } from '#client/lib/nominations-of-artist';
import { publicConfigQuery } from '#client/lib/public-config';
import { usePageTitle } from '#client/lib/use-page-title';
import type { ArtistParameter } from '#shared/contracts/checkout';
import { ArtistSummary } from './artist-summary';
import { ballotOf } from './ballot';
import { CheckoutSkeleton } from './checkout-skeleton';
import { CheckoutToolbar } from './checkout-toolbar';
import { NothingToPay } from './nothing-to-pay';
import { PaymentForm } from './payment-form';
import { paymentMethodsOf } from './payment-methods';
import { VotingClosed } from './voting-closed';

/** `linkedArtist` comes from the address and shows until the server has answered. */
export function CheckoutScreen({ linkedArtist }: { linkedArtist: ArtistParameter }) {
  const { t } = useTranslation();
  const nominations = useQuery(nominationsOfArtist(linkedArtist.id));
  const config = useQuery(publicConfigQuery);
  const artist = nominations.data?.[0]?.artist ?? linkedArtist;
  const ballot = ballotOf(linkedArtist, nominations.data);
  const isNotNominated = isMissing(nominations.error) || nominations.data?.length === 0;
  usePageTitle(t('checkout.pageTitle', { name: artist.name }));

  const content = () => {
    if (config.isError || (nominations.isError && !isNotNominated)) {
      const retryFailed = () => {
        if (config.isError) void config.refetch();
        if (nominations.isError) void nominations.refetch();
      };
      return <NothingToPay reason="failed" onRetry={retryFailed} />;
    }
    if (!config.data) return <CheckoutSkeleton />;
    if (!config.data.voting.isOpen) return <VotingClosed voting={config.data.voting} />;
    const methods = paymentMethodsOf(config.data);
    if (!methods) return <NothingToPay reason="off" />;
    if (isNotNominated) return <NothingToPay reason="notNominated" />;
    return (
      <PaymentForm
        artist={artist}
        methods={methods}
        ballot={ballot}
        isBallotFinal={nominations.isSuccess}
        config={config.data}
      />
    );
  };

  return (
    <div className="mx-auto max-w-page px-4 pb-16 sm:px-6">
      <CheckoutToolbar />
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-10">
        <ArtistSummary artist={artist} ballot={ballot} />
        {content()}
      </div>
    </div>
  );
}
