import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Heart, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CategoryTimeline } from '#client/features/open-count/index';
import { categoriesQuery } from '#client/lib/api/categories';
import { nominationsOfCategory } from '#client/lib/api/nominations';
import { isMissing } from '#client/lib/api/request';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { UntranslatedPart } from '#client/ui/untranslated-part';
import type { Artist, Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { categoryQuery, sharedNominationQuery } from './api';
import { CategoryBackdrop } from './category-art/components/category-backdrop';
import { CategoryIcon } from './category-art/components/category-icon';
import { HeroSkeleton, NomineeGridSkeleton } from './components/category-skeleton';
import { CategoryToolbar } from './components/category-toolbar';
import { CategoryLoadError, NotFound, SharedNominationGone } from './components/load-error';
import { NomineeSection } from './components/nominee-section';
import { VotingNotice } from './components/voting-notice';

/** The toolbar is not replaced when the category loads, so that a press in progress is not lost. */
function CategoryHero({ category }: { category: Category | null }) {
  const language = useLanguage();
  return (
    <header className="category-hero">
      {category && (
        <>
          <CategoryBackdrop
            category={category}
            place="categoryHero"
            isInView
            className="hero-mask"
          />
          <div aria-hidden className="hero-shade" />
        </>
      )}
      <div className="relative">
        <CategoryToolbar
          title={category ? localized(language, category.name, category.nameFr) : null}
        />
      </div>
      {category ? <HeroText category={category} /> : <HeroSkeleton />}
    </header>
  );
}

/** Number of characters that exceeds three lines on a phone. */
const LONG_TEXT = 120;

/** On a phone the nominees have priority: a long text is expanded by a button. */
function Description({ text }: { text: string }) {
  const classes = 'max-w-2xl text-ivory-soft text-pretty max-sm:text-sm sm:text-lg';
  if (text.length <= LONG_TEXT) return <p className={classes}>{text}</p>;
  return (
    <details className={`group ${classes}`}>
      <summary className="max-sm:line-clamp-3 list-none group-open:line-clamp-none sm:pointer-events-none [&::-webkit-details-marker]:hidden">
        {text}
      </summary>
    </details>
  );
}

function HeroText({ category }: { category: Category }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = localized(language, category.name, category.nameFr);
  const description = localized(language, category.description, category.descriptionFr);
  return (
    <div className="relative mx-auto flex w-full max-w-page flex-1 flex-col justify-end gap-1.5 px-4 pt-1 sm:gap-3 sm:px-6 sm:pt-6">
      <div className="flex items-center gap-3 sm:flex-col sm:items-start">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-2xl bg-surface/60 text-gold sm:size-16">
          <CategoryIcon name={category.icon} className="size-6 sm:size-8" />
        </span>
        <h1 className="wrap-anywhere min-w-0 font-extrabold text-2xl leading-[1.05] outline-none sm:text-6xl">
          {name}
        </h1>
      </div>
      {description?.trim() && <Description text={description.trim()} />}
      <Badge className="self-start text-sm">
        <Users aria-hidden />
        {t('catalog.nomineeCount', { count: category.artistCount })}
      </Badge>
      <VotingNotice isOfCategory />
    </div>
  );
}

/** The category screen with the nomination of the share link highlighted. */
export function SharedNominationScreen({ link }: { link: string }) {
  const { data: shared, error, isPending, refetch } = useQuery(sharedNominationQuery(link));

  if (isMissing(error)) return <SharedNominationGone category={null} />;
  if (shared?.artist === null) return <SharedNominationGone category={shared.category} />;
  if (!shared && !isPending) return <CategoryLoadError onRetry={() => void refetch()} />;
  return (
    <CategoryScreen
      categoryId={shared?.categoryId ?? null}
      {...(shared?.artist ? { sharedArtist: shared.artist } : {})}
    />
  );
}

function SharedBanner({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4 rounded-card border border-gold/50 bg-gold/10 px-5 py-4">
      <Heart aria-hidden className="size-8 shrink-0 text-gold" />
      <div className="min-w-0 flex-1 basis-[12rem]">
        <p className="wrap-anywhere font-semibold text-lg leading-snug">
          <UntranslatedPart part={name}>{t('catalog.shared.banner', { name })}</UntranslatedPart>
        </p>
        <p className="text-ivory-soft">{t('catalog.shared.bannerHint')}</p>
      </div>
    </div>
  );
}

interface CategoryScreenProps {
  /** Null while it is unknown. */
  categoryId: string | null;
  /** The artist of the share link, whose card is highlighted. */
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
    ...categoryQuery(categoryId ?? ''),
    enabled: categoryId !== null,
    // Taken from the list, so that the hero shows at once while the request is running.
    placeholderData: () =>
      queryClient
        .getQueryData(categoriesQuery.queryKey)
        ?.find((listed) => listed.id === categoryId),
  });

  if (isMissing(error)) return <NotFound what="category" />;
  if (!category && !isPending) return <CategoryLoadError onRetry={() => void refetch()} />;
  return (
    <CategoryContent category={category ?? null} {...(sharedArtist ? { sharedArtist } : {})} />
  );
}

/** Renders nothing before the first vote. */
function Timeline({ category: { id, name, nameFr } }: { category: Category }) {
  const language = useLanguage();
  const { data: nominations = [] } = useQuery(nominationsOfCategory(id));
  if (!nominations.some(({ voteCount }) => voteCount)) return null;
  return (
    <CategoryTimeline key={id} categoryId={id} categoryName={localized(language, name, nameFr)} />
  );
}

function CategoryContent({
  category,
  sharedArtist,
}: {
  /** Null while loading. */
  category: Category | null;
  sharedArtist?: Artist;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = category && localized(language, category.name, category.nameFr);
  usePageTitle(
    [sharedArtist?.name, name ?? t('catalog.category.eyebrow')].filter(Boolean).join(' – '),
    (category && localized(language, category.description, category.descriptionFr)?.trim()) ||
      t('catalog.categories.lead'),
  );
  return (
    <>
      <CategoryHero category={category} />
      <div className="mx-auto max-w-page px-4 pb-16 sm:px-6">
        {category && sharedArtist && <SharedBanner name={sharedArtist.name} />}
        {category ? (
          <>
            <NomineeSection categoryId={category.id} sharedArtistId={sharedArtist?.id ?? null} />
            <Timeline category={category} />
          </>
        ) : (
          <NomineeGridSkeleton />
        )}
      </div>
    </>
  );
}
