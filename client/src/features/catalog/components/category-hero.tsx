import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import type { Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { CategoryBackdrop } from './category-backdrop';
import { CategoryIcon } from './category-icon';
import { CategoryToolbar } from './category-toolbar';
import { VotingNotice } from './voting-notice';

export function CategoryHero({ category }: { category: Category }) {
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
