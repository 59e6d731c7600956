import { clsx } from 'clsx';
import { ArrowLeft, LayoutGrid, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useShare } from '#client/features/share/index';
import { Button } from '#client/ui/button';

/** Back to where the voter came from; a page opened from outside leads to the categories. */
function useGoBack(): () => void {
  const [, navigate] = useLocation();
  return () => {
    // Only some browsers can tell; the others take the way that never leads out of the site.
    if (window.navigation?.canGoBack) window.history.back();
    else navigate('/categories');
  };
}

/** `title` names the shared page in the phone's share sheet; null while there is nothing to share. */
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
          {/* The icon has the name where letters are large. */}
          <span className="@max-[16rem]:sr-only">{t('catalog.allCategories')}</span>
        </Link>
      </Button>
      <Button
        variant="ghost"
        // Its place is kept: what stands beside it does not move when the title comes.
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
