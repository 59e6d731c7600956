import { clsx } from 'clsx';
import { ArrowLeft, LayoutGrid, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useShare } from '#client/features/share/index';
import { Button } from '#client/ui/button';

/** Goes back to the previous page; a page opened from outside goes to the categories. */
function useGoBack(): () => void {
  const [, navigate] = useLocation();
  return () => {
    // Only some browsers report this; in the others the button never leaves the site.
    if (window.navigation?.canGoBack) window.history.back();
    else navigate('/categories');
  };
}

/**
 * `title` names the shared page in the phone's share sheet; null while there is nothing to share.
 */
export function CategoryToolbar({ title }: { title: string | null }) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  const share = useShare();
  return (
    <nav
      aria-label={t('catalog.category.toolbar')}
      className="mx-auto flex @container w-full max-w-page flex-wrap items-center gap-1 px-2 sm:px-4"
    >
      <Button variant="ghost" className="px-3" aria-label={t('common.back')} onClick={goBack}>
        <ArrowLeft aria-hidden className="size-5" />
        <span className="hidden sm:inline">{t('common.back')}</span>
      </Button>
      <Button asChild variant="ghost" className="wrap-break-word ml-auto px-3">
        <Link href="/categories">
          <LayoutGrid aria-hidden className="size-5 @max-[21rem]:@min-[16rem]:hidden" />
          {/* At large font sizes the icon carries the name. */}
          <span className="@max-[16rem]:sr-only">{t('catalog.allCategories')}</span>
        </Link>
      </Button>
      <Button
        variant="ghost"
        // Reserves its space: its neighbours do not move when the title loads.
        className={clsx('px-3', title === null && 'invisible')}
        aria-label={t('catalog.category.share')}
        onClick={() => {
          if (title === null) return;
          void share({ title, url: window.location.href }, t('catalog.share.categoryCopied'));
        }}
      >
        <Share2 aria-hidden className="size-5" />
        <span className="hidden sm:inline">{t('catalog.category.share')}</span>
      </Button>
    </nav>
  );
}
