import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown, House, LayoutGrid } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { artistOfCategories, nominationsOfArtist } from '#client/lib/api/nominations';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { isMissing } from '#client/lib/api/request';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button, IconButton } from '#client/ui/button';
import { toast } from '#client/ui/overlay/toast';
import { Photo } from '#client/ui/picture/photo';
import { Skeleton } from '#client/ui/skeleton';
import type { Artist } from '#shared/contracts/catalog';
import type { ArtistParameter, EntryProblem } from '#shared/domain/artist-parameter';
import { localized } from '#shared/domain/localized';
import { NothingToPay, VotingClosed } from './components/nothing-to-pay';
import { paymentMethodsOf } from './model/payment-methods';
import { originFirst, type VoteOption, voteOptionsOf } from './model/vote-lines';
import { PaymentForm } from './payment/components/payment-form';
import { useOutdatedShown } from './progress/use-failure';
import { useFreshOffer } from './use-fresh-offer';

export { CheckoutPlaceholder } from './components/checkout-placeholder';

/** Sends a visitor without a valid artist back to the start, with an explanation. */
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
      className="@container -mx-2 max-sm:-my-1 flex flex-wrap items-center justify-between gap-1 sm:-mx-3"
    >
      {/* Both link to the same page; only one of them needs a text. */}
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

/** Shown until it is known whether voting is open, and for which nominations. */
const CheckoutSkeleton = () => (
  <div className="flex flex-col gap-3 sm:gap-6">
    <Skeleton className="h-40 rounded-card lg:h-72" />
    <Skeleton className="h-112 rounded-card" />
  </div>
);

interface ArtistSummaryProps {
  name: string;
  /** Undefined until the artist has loaded. */
  artist: Artist | undefined;
  options: readonly VoteOption[];
  origin: string | null;
}

/**
 * Reserves its frame and the picture's space from the start. On a phone, where the voter has just
 * seen this artist, it is one row; the rest expands below.
 */
function ArtistSummary({ name, artist, options, origin }: ArtistSummaryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const moreId = useId();
  const bio = artist && localized(language, artist.bio, artist.bioFr)?.trim();
  const [first, second] = options;
  const shownCategory =
    second === undefined ? first : options.find((option) => option.categoryId === origin);
  return (
    <section className="overflow-hidden rounded-card border border-surface-line bg-surface-raised lg:sticky lg:top-6 lg:col-start-1 lg:row-start-1">
      {/* Grows with its text when that is higher than the picture. */}
      <div className="flex flex-wrap items-center gap-3 p-2.5 lg:relative lg:aspect-square lg:flex-col lg:flex-nowrap lg:items-stretch lg:justify-end lg:p-0">
        <div className="relative size-16 shrink-0 overflow-hidden rounded-xl lg:absolute lg:inset-0 lg:size-auto lg:rounded-none">
          {artist ? (
            <Photo
              address={artist.photoUrl}
              sizes="(min-width: 64rem) 32rem, 4rem"
              name={name}
              loading="eager"
              fetchPriority="high"
            />
          ) : (
            <Skeleton className="size-full rounded-none" />
          )}
        </div>
        <div className="min-w-0 grow basis-[7rem] bg-linear-to-t from-surface-raised via-60% via-surface-raised/85 to-transparent max-lg:bg-none lg:relative lg:grow-0 lg:basis-auto lg:px-5 lg:pt-16 lg:pb-1">
          <p className="font-semibold text-gold max-lg:text-sm">{t('checkout.artist.heading')}</p>
          <h1
            translate="no"
            className="wrap-anywhere line-clamp-6 font-extrabold text-xl leading-tight lg:text-4xl lg:leading-[1.05]"
          >
            {name}
          </h1>
          <p className="wrap-anywhere min-h-5 text-ivory-soft text-sm lg:hidden">
            {shownCategory
              ? localized(language, shownCategory.name, shownCategory.nameFr)
              : options.length > 0 && t('checkout.artist.categories', { count: options.length })}
          </p>
        </div>
        <IconButton
          variant="ghost"
          className="upside-down-while-open shrink-0 self-start lg:hidden"
          icon={ChevronDown}
          label={t('checkout.artist.more', { name })}
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      <div
        id={moreId}
        className={clsx('flex flex-col gap-4 px-5 pt-3 pb-5', !isOpen && 'max-lg:hidden')}
      >
        {!artist && <Skeleton className="h-24" />}
        {bio && <p className="text-ivory-soft text-pretty lg:line-clamp-4">{bio}</p>}
        {options.length > 0 && (
          <ul aria-label={t('checkout.artist.nominatedIn')} className="flex flex-wrap gap-1.5">
            {options.map(({ nominationId, name: category, nameFr }) => (
              <li key={nominationId} className="flex max-w-full">
                <Badge className="wrap-anywhere">{localized(language, category, nameFr)}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface CheckoutScreenProps {
  /** From the address. The name is shown until the server has responded. */
  linked: ArtistParameter;
  /** The category that the voter comes from, also from the address. */
  origin: string | null;
}

export function CheckoutScreen({ linked, origin }: CheckoutScreenProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const nominations = useQuery(nominationsOfArtist(linked.id));
  const config = useQuery(publicConfigQuery);
  useOutdatedShown();
  useFreshOffer();
  const artist = nominations.data?.[0]?.artist ?? artistOfCategories(queryClient, linked.id);
  const name = artist?.name ?? linked.name;
  const options = originFirst(voteOptionsOf(artist, nominations.data), origin);
  const isNotNominated = isMissing(nominations.error) || nominations.data?.length === 0;
  const isUnknown = isNotNominated || (nominations.isLoadingError && !artist);
  const missingReason = isNotNominated ? 'notNominated' : 'failed';
  usePageTitle(
    isUnknown
      ? t(`checkout.nothingToPay.${missingReason}.heading`)
      : t('checkout.pageTitle', { name }),
  );

  const methods = config.data && paymentMethodsOf(config.data);
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
  /** Returns why nothing can be paid now, if so. */
  const obstacle = () => {
    if (isUnknown || config.isLoadingError || nominations.isLoadingError) return nothingToPay();
    if (!config.data) return null;
    if (!config.data.voting.isOpen) return <VotingClosed voting={config.data.voting} />;
    return methods ? null : <NothingToPay reason="off" />;
  };
  const form = () => {
    if (!artist || !config.data || !methods) return <CheckoutSkeleton />;
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
  const blocked = obstacle();
  return (
    <div className="mx-auto flow-root max-w-page px-4 pb-2 sm:px-6 sm:pb-16">
      <CheckoutToolbar />
      {isUnknown ? (
        <div className="mt-2">{blocked}</div>
      ) : (
        <div className="mt-1 grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:gap-6 lg:mt-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-10">
          {/* Above the artist on a phone: the voter needs to know it first. */}
          {blocked && <div className="lg:col-start-2">{blocked}</div>}
          <ArtistSummary
            // Keyed by its place, so that it is not animated from one to the other.
            key={blocked ? 'below' : 'above'}
            name={name}
            artist={artist}
            options={options}
            origin={origin}
          />
          {!blocked && form()}
        </div>
      )}
    </div>
  );
}
