import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { House, LayoutGrid } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Artist } from '#shared/contracts/catalog';
import type { ArtistParameter } from '#shared/contracts/checkout';
import { localized } from '#shared/domain/localized';
import { artistOfCategories, nominationsOfArtist } from '../../lib/api/nominations';
import { publicConfigQuery } from '../../lib/api/public-config';
import { isMissing } from '../../lib/api/request';
import { usePageTitle } from '../../lib/page/use-page-title';
import { useLanguage } from '../../lib/use-language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { toast } from '../../ui/overlay/toast';
import { Photo } from '../../ui/photo';
import { Skeleton } from '../../ui/skeleton';
import { NothingToPay, VotingClosed } from './components/nothing-to-pay';
import { PaymentForm } from './components/payment-form';
import type { EntryProblem } from './model/artist-parameter';
import { paymentMethodsOf } from './model/payment-methods';
import { originFirst, type VoteOption, voteOptionsOf } from './model/vote-lines';

export { readArtistParameter, readOriginParameter } from './model/artist-parameter';

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
    <nav
      aria-label={t('common.back')}
      className="@container -mx-2 flex flex-wrap items-center justify-between gap-1 sm:-mx-3"
    >
      {/* Both lead to the same page: one of them says so in words. */}
      <Button asChild variant="ghost" size="icon" aria-label={t('checkout.home')}>
        <Link href="/">
          <House aria-hidden className="size-5" />
        </Link>
      </Button>
      <Button asChild variant="ghost" className="wrap-break-word ml-auto px-3 text-sm sm:text-base">
        <Link href="/categories">
          <LayoutGrid aria-hidden className="size-5" />
          <span className="@max-[16rem]:sr-only">{t('catalog.allCategories')}</span>
        </Link>
      </Button>
    </nav>
  );
}

/** Until it is known whether voting is open, and what there is to vote for. */
const CheckoutSkeleton = ({ className }: { className?: string }) => (
  <div className={clsx('flex flex-col gap-6', className)}>
    <Skeleton className="h-72 rounded-card" />
    <Skeleton className="h-112 rounded-card" />
  </div>
);

interface ArtistSummaryProps {
  name: string;
  /** Undefined until the server has told of the artist. */
  artist: Artist | undefined;
  options: readonly VoteOption[];
}

/** Its frame and the picture's place are there from the first moment on. */
function ArtistSummary({ name, artist, options }: ArtistSummaryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bio = artist && localized(language, artist.bio, artist.bioFr)?.trim();
  return (
    <section className="overflow-hidden rounded-card border border-surface-line bg-surface-raised lg:sticky lg:top-6">
      {/* Grows with its text, should that be larger than the picture. */}
      <div className="relative flex aspect-[5/4] flex-col justify-end lg:aspect-square">
        <div className="absolute inset-0">
          {artist ? (
            <Photo
              address={artist.photoUrl}
              sizes="(min-width: 64rem) 32rem, calc(100vw - 2rem)"
              name={name}
              loading="eager"
              fetchPriority="high"
            />
          ) : (
            <Skeleton className="size-full rounded-none" />
          )}
        </div>
        <div className="relative bg-linear-to-t from-surface-raised via-60% via-surface-raised/85 to-transparent px-5 pt-16 pb-1">
          <p className="font-semibold text-gold">{t('checkout.artist.heading')}</p>
          <h1 className="font-extrabold text-4xl leading-[1.05]">{name}</h1>
        </div>
      </div>
      <div className="flex flex-col gap-4 px-5 pt-3 pb-5">
        {!artist && <Skeleton className="h-24" />}
        {bio && <p className="line-clamp-4 text-ivory-soft text-pretty">{bio}</p>}
        {options.length > 0 && (
          <ul aria-label={t('checkout.artist.nominatedIn')} className="flex flex-wrap gap-1.5">
            {options.map(({ nominationId, name: category, nameFr }) => (
              <li key={nominationId} className="flex max-w-full">
                <Badge>{localized(language, category, nameFr)}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface CheckoutScreenProps {
  /** Of the address. Its name is shown until the server has answered. */
  linked: ArtistParameter;
  /** The category that the voter comes from, of the address too. */
  origin: string | null;
}

export function CheckoutScreen({ linked, origin }: CheckoutScreenProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const nominations = useQuery(nominationsOfArtist(linked.id));
  const config = useQuery(publicConfigQuery);
  const artist = nominations.data?.[0]?.artist ?? artistOfCategories(queryClient, linked.id);
  const name = artist?.name ?? linked.name;
  const options = originFirst(voteOptionsOf(artist, nominations.data), origin);
  const isNotNominated = isMissing(nominations.error) || nominations.data?.length === 0;
  const isUnknown = isNotNominated || (nominations.isLoadingError && !artist);
  const absence = isNotNominated ? 'notNominated' : 'failed';
  usePageTitle(
    isUnknown ? t(`checkout.nothingToPay.${absence}.heading`) : t('checkout.pageTitle', { name }),
  );

  const nothingToPay = () => {
    if (isNotNominated) return <NothingToPay reason="notNominated" headingAs="h1" />;
    const retryFailed = () => {
      if (config.isLoadingError) void config.refetch();
      if (nominations.isLoadingError) void nominations.refetch();
    };
    return (
      <NothingToPay reason="failed" onRetry={retryFailed} headingAs={isUnknown ? 'h1' : 'h2'} />
    );
  };
  const form = () => {
    // On a phone the artist's words are above it and would push it down as they come.
    if (!artist) return <CheckoutSkeleton className="max-lg:invisible" />;
    if (config.isLoadingError || nominations.isLoadingError) return nothingToPay();
    if (!config.data) return <CheckoutSkeleton />;
    if (!config.data.voting.isOpen) return <VotingClosed voting={config.data.voting} />;
    const methods = paymentMethodsOf(config.data);
    if (!methods) return <NothingToPay reason="off" />;
    return (
      <PaymentForm
        artist={artist}
        methods={methods}
        options={options}
        origin={origin}
        areOptionsFinal={nominations.data !== undefined}
        config={config.data}
      />
    );
  };

  return (
    <div className="mx-auto max-w-page px-4 pb-16 sm:px-6">
      <CheckoutToolbar />
      {isUnknown ? (
        <div className="mt-2">{nothingToPay()}</div>
      ) : (
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-10">
          <ArtistSummary name={name} artist={artist} options={options} />
          {form()}
        </div>
      )}
    </div>
  );
}
