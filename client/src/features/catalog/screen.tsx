import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PartyPopper, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Artist, Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { isMissing } from '../../lib/api/request';
import { useLanguage } from '../../lib/use-language';
import { usePageTitle } from '../../lib/use-page-title';
import { Badge } from '../../ui/badge';
import { categoriesQuery, categoryQuery, sharedNominationQuery } from './api';
import { CategoryBackdrop } from './components/category-backdrop';
import { CategoryIcon } from './components/category-icon';
import { CategorySkeleton } from './components/category-skeleton';
import { CategoryToolbar } from './components/category-toolbar';
import { CategoryLoadError, CategoryNotFound } from './components/load-error';
import { NomineeSection } from './components/nominee-section';
import { VotingNotice } from './components/voting-notice';

function CategoryHero({ category }: { category: Category }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = localized(language, category.name, category.nameFr);
  const description = localized(language, category.description, category.descriptionFr);
  return (
    <header className="category-hero">
      <CategoryBackdrop category={category} loading="eager" className="hero-mask" />
      <div aria-hidden className="hero-shade" />
      <div className="relative">
        <CategoryToolbar title={name} />
      </div>
      <div className="relative mx-auto flex w-full max-w-page flex-1 flex-col justify-end gap-3 px-4 pt-6 sm:px-6">
        <span className="flex size-16 items-center justify-center rounded-2xl bg-surface/60 text-gold">
          <CategoryIcon name={category.icon} className="size-8" />
        </span>
        <h1 className="font-extrabold text-4xl leading-[1.05] outline-none sm:text-6xl">{name}</h1>
        {description?.trim() && (
          <p className="max-w-2xl text-ivory-soft text-lg text-pretty">{description}</p>
        )}
        <Badge className="self-start text-sm">
          <Users aria-hidden />
          {t('catalog.nomineeCount', { count: category.artistCount })}
        </Badge>
        <VotingNotice />
      </div>
    </header>
  );
}

/** The category screen, with the nomination of the share link highlighted. */
export function SharedNominationScreen({ link }: { link: string }) {
  const { data: shared, error, isPending, refetch } = useQuery(sharedNominationQuery(link));

  if (isPending) return <CategorySkeleton />;
  if (isMissing(error)) return <CategoryNotFound />;
  if (!shared) return <CategoryLoadError onRetry={() => void refetch()} />;
  return <CategoryScreen categoryId={shared.categoryId} sharedArtist={shared.artist} />;
}

function SharedBanner({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4 rounded-card border border-gold/50 bg-gold/10 px-5 py-4">
      <PartyPopper aria-hidden className="size-8 shrink-0 text-gold" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold text-lg leading-snug">{t('catalog.shared.banner', { name })}</p>
        <p className="text-ivory-soft">{t('catalog.shared.bannerHint')}</p>
      </div>
    </div>
  );
}

interface CategoryScreenProps {
  categoryId: string;
  /** The artist of the share link: their card stands out. */
  sharedArtist?: Artist;
}

export function CategoryScreen({ categoryId, sharedArtist }: CategoryScreenProps) {
  const queryClient = useQueryClient();
  const {
    data: category,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...categoryQuery(categoryId),
    // From the list the hero shows at once, while the answer is on its way.
    placeholderData: () =>
      queryClient
        .getQueryData(categoriesQuery.queryKey)
        ?.find((listed) => listed.id === categoryId),
  });

  if (isPending) return <CategorySkeleton />;
  if (isMissing(error)) return <CategoryNotFound />;
  if (!category) return <CategoryLoadError onRetry={() => void refetch()} />;
  return <FoundCategory category={category} {...(sharedArtist ? { sharedArtist } : {})} />;
}

function FoundCategory({ category, sharedArtist }: { category: Category; sharedArtist?: Artist }) {
  const language = useLanguage();
  usePageTitle(localized(language, category.name, category.nameFr));
  return (
    <>
      <CategoryHero category={category} />
      <div className="mx-auto max-w-page px-4 pb-16 sm:px-6">
        {sharedArtist && <SharedBanner name={sharedArtist.name} />}
        <NomineeSection categoryId={category.id} sharedArtistId={sharedArtist?.id ?? null} />
      </div>
    </>
  );
}
