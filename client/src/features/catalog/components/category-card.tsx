import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLanguage } from '#client/lib/use-language';
import type { Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { CategoryBackdrop } from '../category-art/components/category-backdrop';
import { CategoryIcon } from '../category-art/components/category-icon';
import { useVotingPhase } from '../use-voting-phase';

interface CategoryCardProps {
  category: Category;
  /** True when a phone shows it before scrolling. */
  isInView?: boolean;
}

/** The whole card is the link's target; only the link itself has the accessible name. */
export function CategoryCard({ category, isInView = false }: CategoryCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const phase = useVotingPhase();
  const id = useId();
  const callToNominees = phase === 'open' ? 'catalog.voteNow' : 'catalog.seeNominees';
  const call = category.artistCount > 0 ? callToNominees : 'catalog.seeCategory';
  const description = localized(language, category.description, category.descriptionFr);
  return (
    <article className="category-card group">
      <CategoryBackdrop category={category} place="categoryCard" isInView={isInView} />
      <div className="relative flex flex-1 flex-col p-5">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <span className="flex size-14 items-center justify-center rounded-2xl bg-surface/55 text-gold">
            <CategoryIcon name={category.icon} className="size-7" />
          </span>
          <span className="rounded-full bg-surface/70 px-3 py-1 font-semibold text-sm">
            {t('catalog.nomineeCount', { count: category.artistCount })}
          </span>
        </div>
        <h2 id={`${id}-name`} className="mt-auto pt-6 font-bold text-2xl leading-tight">
          {localized(language, category.name, category.nameFr)}
        </h2>
        <p className="mt-1.5 line-clamp-2 hyphens-auto text-ivory-soft">
          {description?.trim() || t('catalog.categories.descriptionFallback')}
        </p>
        <Link
          id={`${id}-vote`}
          href={`/category/${category.id}`}
          aria-labelledby={`${id}-vote ${id}-name`}
          className="mt-3 inline-flex min-h-touch items-center gap-2 self-start font-semibold text-gold after:absolute after:inset-0 group-hover:text-gold-bright"
        >
          {t(call)}
          <ArrowRight
            aria-hidden
            className="size-5 transition-transform group-hover:[transform:translateX(0.25rem)]"
          />
        </Link>
      </div>
    </article>
  );
}
