import { RotateCw, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { Skeleton } from '#client/ui/skeleton';
import { SlowNotice } from './slow-notice';

/** While a page's code is on its way; after a moment, so that a quick network never shows it. */
export function PageFallback() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="mx-auto flex max-w-page animate-late-fade-in flex-col gap-6 px-4 py-8 sm:px-6"
    >
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-10 w-2/3 max-w-md" />
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
      <SlowNotice isLoading />
    </div>
  );
}

function CrashScreen() {
  const { t } = useTranslation();
  usePageTitle(t('common.crash.heading'));
  return (
    <EmptyState
      role="alert"
      headingAs="h1"
      icon={<TriangleAlert aria-hidden />}
      heading={t('common.crash.heading')}
      hint={t('common.crash.hint')}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={() => window.location.reload()}>
            <RotateCw aria-hidden className="size-5" />
            {t('common.crash.reload')}
          </Button>
          {/* No link of the router: a page loaded anew leaves behind whatever broke. */}
          <Button asChild variant="outline">
            <a href="/">{t('common.backToHome')}</a>
          </Button>
        </div>
      }
    />
  );
}

interface ErrorBoundaryProps {
  /** Shown in place of what crashed; the whole-page message by default. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Also catches a page whose code did not arrive, on a broken network or after a new release. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    const { fallback = <CrashScreen />, children } = this.props;
    return this.state.hasCrashed ? fallback : children;
  }
}
