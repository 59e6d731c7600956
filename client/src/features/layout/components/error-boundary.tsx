import { RotateCw, WifiOff } from 'lucide-react';
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { reportClientError } from '#client/lib/failures/client-errors';
import { isServerReachable, MissingCodeError } from '#client/lib/failures/import-or-reload';
import { waitForRetry } from '#client/lib/failures/wait-for-retry';
import { ContentReplaced, serverContent } from '#client/lib/page/server-content';
import { Button } from '#client/ui/button';
import { PageNotice } from '#client/ui/empty-state';
import { Skeleton } from '#client/ui/skeleton';
import { Logo } from './logo';
import { SlowNotice } from './slow-notice';

/** Shown while a page's code is loading; after a moment, so that a fast network never shows it. */
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

interface FailureProps {
  what: 'crash' | 'missingCode';
  icon: ReactNode;
  retryLabel: ReactNode;
  /** Shown beside the button that reloads the page. */
  other?: ReactNode;
}

function Failure({ what, icon, retryLabel, other }: FailureProps) {
  const { t } = useTranslation();
  return (
    <PageNotice
      role="alert"
      icon={icon}
      heading={t(`common.${what}.heading`)}
      hint={t(`common.${what}.hint`)}
      action={
        <>
          <Button onClick={() => window.location.reload()}>
            <RotateCw aria-hidden className="size-5" />
            {retryLabel}
          </Button>
          {other}
        </>
      }
    />
  );
}

/** @param serverNodes the server-rendered content, which stays readable, with its links */
function CrashScreen({ serverNodes }: { serverNodes: Node | null }) {
  const { t } = useTranslation();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (serverNodes) content.current?.replaceChildren(...serverNodes.childNodes);
  }, [serverNodes]);
  return (
    <>
      <Failure
        what="crash"
        icon={<Logo />}
        retryLabel={t('common.crash.reload')}
        other={
          // A client-side route would keep the error; a full page load discards it.
          <Button asChild variant="outline">
            <a href="/">{t('common.backToHome')}</a>
          </Button>
        }
      />
      <ContentReplaced />
      {/* Its picture extends behind the header, as described at hero-mask. */}
      <div ref={content} className="pt-17" />
    </>
  );
}

/** The page's code failed to load: reloading the page requests it again. */
function MissingCodeScreen() {
  const { t } = useTranslation();
  useEffect(() => {
    const unmounted = new AbortController();
    const reloadWhenReachable = async () => {
      for (let attempt = 0; ; attempt += 1) {
        await waitForRetry(attempt, unmounted.signal);
        if (await isServerReachable()) return window.location.reload();
      }
    };
    void reloadWhenReachable();
    return () => unmounted.abort();
  }, []);
  return (
    <Failure what="missingCode" icon={<WifiOff aria-hidden />} retryLabel={t('common.retry')} />
  );
}

interface ErrorBoundaryProps {
  /** Shown in place of what crashed; the whole-page message by default. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface Crash {
  kind: 'code' | 'error' | null;
  serverNodes: Node | null;
}

/** Also catches a page whose code failed to load, on a broken network or after a new release. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Crash> {
  override state: Crash = { kind: null, serverNodes: null };

  static getDerivedStateFromError(error: unknown): Crash {
    return {
      kind: error instanceof MissingCodeError ? 'code' : 'error',
      serverNodes: serverContent(),
    };
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof MissingCodeError)) reportClientError('page', error);
  }

  override render() {
    const { kind, serverNodes } = this.state;
    const wholePage =
      kind === 'code' ? <MissingCodeScreen /> : <CrashScreen serverNodes={serverNodes} />;
    const { fallback = wholePage, children } = this.props;
    return kind === null ? children : fallback;
  }
}
