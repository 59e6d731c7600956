import { useQuery } from '@tanstack/react-query';
import { House, LayoutGrid } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ArtistParameter } from '#shared/contracts/checkout';
import { localized } from '#shared/domain/localized';
import { nominationsOfArtist } from '../../lib/api/nominations-of-artist';
import { publicConfigQuery } from '../../lib/api/public-config';
import { isMissing } from '../../lib/api/request';
import { useLanguage } from '../../lib/use-language';
import { usePageTitle } from '../../lib/use-page-title';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { toast } from '../../ui/overlay/toast';
import { Photo } from '../../ui/photo';
import { Skeleton } from '../../ui/skeleton';
import { NothingToPay, VotingClosed } from './components/nothing-to-pay';
import { PaymentForm } from './components/payment-form';
import type { EntryProblem } from './model/artist-parameter';
import { paymentMethodsOf } from './model/payment-methods';
import { type VoteOption, voteOptionsOf } from './model/vote-lines';

export { readArtistParameter } from './model/artist-parameter';

/** Sends a visitor without a usable artist back to the start, and says why. */
export function EntryRefusal({ problem }: { problem: EntryProblem }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  useEffect(() => {
    toast({
      variant: 'destructive',
      title: t(`checkout.entry.${problem}.title`),
      description: t(`checkout.entry.${problem}.description`),
    });
    navigate('/', { replace: true });
  }, [problem, t, navigate]);
  return null;
}

function CheckoutToolbar() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('common.back')} className="-mx-2 flex justify-between gap-1 sm:-mx-3">
      <Button asChild variant="ghost" className="px-3 text-sm sm:text-base">
        <Link href="/">
          <House aria-hidden className="size-5" />
          {t('checkout.home')}
        </Link>
      </Button>
      <Button asChild variant="ghost" className="px-3 text-sm sm:text-base">
        <Link href="/categories">
          <LayoutGrid aria-hidden className="size-5" />
          {t('catalog.allCategories')}
        </Link>
      </Button>
    </nav>
  );
}

/** Until it is known whether voting is open, and what there is to vote for. */
const CheckoutSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Skeleton className="h-72 rounded-card" />
    <Skeleton className="h-112 rounded-card" />
  </div>
);

interface ArtistSummaryProps {
  artist: Pick<ArtistParameter, 'name' | 'bio' | 'bioFr' | 'photoUrl'>;
  options: readonly VoteOption[];
}

function ArtistSummary({ artist, options }: ArtistSummaryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bio = localized(language, artist.bio, artist.bioFr)?.trim();
  return (
    <section className="overflow-hidden rounded-card border border-surface-line bg-surface-raised lg:sticky lg:top-6">
      {/* Grows with its text, should that be larger than the picture. */}
      <div className="relative flex aspect-[5/4] flex-col justify-end lg:aspect-square">
        <div className="absolute inset-0">
          <Photo src={artist.photoUrl} name={artist.name} loading="eager" fetchPriority="high" />
        </div>
        <div className="relative bg-linear-to-t from-surface-raised via-60% via-surface-raised/85 to-transparent px-5 pt-16 pb-1">
          <p className="font-semibold text-gold">{t('checkout.artist.heading')}</p>
          <h1 className="font-extrabold text-4xl leading-[1.05]">{artist.name}</h1>
        </div>
      </div>
      <div className="flex flex-col gap-4 px-5 pt-3 pb-5">
        {bio && <p className="line-clamp-4 text-ivory-soft text-pretty">{bio}</p>}
        {options.length > 0 && (
          <ul aria-label={t('checkout.artist.nominatedIn')} className="flex flex-wrap gap-1.5">
            {options.map(({ nominationId, name, nameFr }) => (
              <li key={nominationId} className="flex max-w-full">
                <Badge>{localized(language, name, nameFr)}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** `linkedArtist` comes from the address and shows until the server has answered. */
export function CheckoutScreen({ linkedArtist }: { linkedArtist: ArtistParameter }) {
  const { t } = useTranslation();
  const nominations = useQuery(nominationsOfArtist(linkedArtist.id));
  const config = useQuery(publicConfigQuery);
  const artist = nominations.data?.[0]?.artist ?? linkedArtist;
  const options = voteOptionsOf(linkedArtist, nominations.data);
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
    if (options.length === 0) return <CheckoutSkeleton />;
    return (
      <PaymentForm
        artist={artist}
        methods={methods}
        options={options}
        areOptionsFinal={nominations.isSuccess}
        config={config.data}
      />
    );
  };

  return (
    <div className="mx-auto max-w-page px-4 pb-16 sm:px-6">
      <CheckoutToolbar />
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-10">
        <ArtistSummary artist={artist} options={options} />
        {content()}
      </div>
    </div>
  );
}
