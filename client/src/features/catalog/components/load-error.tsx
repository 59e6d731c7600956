import { RotateCw, Search, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { EmptyState, PageNotice } from '#client/ui/empty-state';
import type { Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';

/** Shown when the artist (`profile`) or the category does not exist, or no longer exists. */
export function NotFound({ what }: { what: 'category' | 'profile' }) {
  const { t } = useTranslation();
  return (
    <PageNotice
      icon={<Search aria-hidden />}
      heading={t(`catalog.${what}.notFoundHeading`)}
      hint={t(`catalog.${what}.notFoundHint`)}
      action={
        <Button asChild>
          <Link href="/">{t('common.backToHome')}</Link>
        </Button>
      }
    />
  );
}

/** Shown for a share link whose nomination was removed; null for an unknown link. */
export function SharedNominationGone({ category }: { category: Category | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <PageNotice
      icon={<Search aria-hidden />}
      heading={t('catalog.shared.goneHeading')}
      hint={t(category ? 'catalog.shared.goneHint' : 'catalog.shared.unknownHint')}
      action={
        <>
          {category && (
            <Button asChild>
              <Link href={`/category/${category.id}`}>
                {localized(language, category.name, category.nameFr)}
              </Link>
            </Button>
          )}
          <Button asChild variant={category ? 'outline' : 'gold'}>
            <Link href="/categories">{t('catalog.allCategories')}</Link>
          </Button>
        </>
      }
    />
  );
}

/** Replaces the whole category page when its category could not be loaded. */
export function CategoryLoadError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  usePageTitle(t('catalog.loadError.heading'));
  return <LoadError headingAs="h1" onRetry={onRetry} />;
}

interface LoadErrorProps {
  onRetry: () => void;
  headingAs?: 'h1' | 'h2';
}

export function LoadError({ onRetry, headingAs = 'h2' }: LoadErrorProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      role="alert"
      headingAs={headingAs}
      icon={<WifiOff aria-hidden />}
      heading={t('catalog.loadError.heading')}
      hint={t('catalog.loadError.hint')}
      action={
        <Button onClick={onRetry}>
          <RotateCw aria-hidden className="size-5" />
          {t('common.retry')}
        </Button>
      }
    />
  );
}
