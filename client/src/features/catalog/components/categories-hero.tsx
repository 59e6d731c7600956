import { useTranslation } from 'react-i18next';
import { SearchField } from '../search';
import { VotingNotice } from './voting-notice';

export function CategoriesHero() {
  const { t } = useTranslation();
  return (
    <header className="relative">
      <div aria-hidden className="light-beams" />
      <div className="mx-auto flex max-w-page flex-col gap-2 px-4 pt-3 sm:gap-4 sm:px-6 sm:pt-16">
        <h1 className="max-w-xl font-extrabold text-4xl leading-[1.02] outline-none sm:text-7xl">
          {t('catalog.categories.heading')}
        </h1>
        <p className="max-w-xl text-ivory-soft text-pretty sm:text-lg">
          {t('catalog.categories.lead')}
        </p>
        <SearchField />
        <VotingNotice />
      </div>
    </header>
  );
}
