import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  lazy,
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { SIGNED_IN_AGAIN_PATH, searchOnArrival, useFreshUser } from './features/auth';
import { NotFound } from './features/catalog';
import { PaymentFollower } from './features/checkout';
import {
  Announcement,
  CachedNotice,
  ErrorBoundary,
  MoneyNotice,
  PageFallback,
  SiteFooter,
  SiteHeader,
  SlowAnswers,
  useArrival,
} from './features/layout';
import { isBrowser, type PageRender, PageRenderContext } from './lib/browser/page-render';
import { chosenYear } from './lib/edition';
import { importOrReload } from './lib/failures/import-or-reload';
import { importWithRetry } from './lib/failures/import-with-retry';
import { addTexts, addTextsInEvery } from './lib/i18n';
import { ContentReplaced } from './lib/page/server-content';
import { applyTheme, isAdminPath } from './lib/theme';
import { useFreshConfig } from './lib/use-fresh-config';
import { whenIdle, whenQuiet } from './lib/when-idle';
import { CategoriesPage } from './pages/categories-page';
import { CategoryPage } from './pages/category-page';
import { lazyPage } from './pages/lazy-page';
import { NotFoundPage } from './pages/not-found-page';
import { SharePage } from './pages/share-page';
import { currentToast, subscribeToToasts } from './ui/overlay/toast';

const AdminArea = lazyPage('AdminArea', () => import('./pages/admin/admin-area'));
const BigScreenPage = lazy(async () => {
  const [{ BigScreen }] = await Promise.all([
    importOrReload(() => import('./features/big-screen/screen')),
    addTextsInEvery('screen'),
  ]);
  return { default: BigScreen };
});
const CheckoutPage = lazyPage('CheckoutPage', () => import('./pages/checkout-page'), 'payment');
const CountPage = lazyPage(
  'OpenCountScreen',
  () => import('./features/open-count/screen'),
  'count',
);
const editionsModule = () => import('./features/editions/screen');
const EditionsPage = lazyPage('EditionsScreen', editionsModule, 'pages');
const EditionPage = lazyPage('EditionScreen', editionsModule, 'pages');
const EditionCategoryPage = lazyPage('EditionCategoryScreen', editionsModule, 'pages');
const MyReceiptsPage = lazyPage(
  'MyReceiptsPage',
  () => import('./pages/my-receipts-page'),
  'receipts',
);
const PaymentHelpPage = lazyPage(
  'PaymentHelp',
  () => import('./features/payment-help/screen'),
  'pages',
);
const PostersPage = lazyPage('Posters', () => import('./features/posters/screen'), 'pages');
const PrivacyPage = lazyPage('Privacy', () => import('./features/privacy/screen'), 'pages');

const AdminLayout = lazy(async () => {
  const [{ AdminLayout }] = await Promise.all([
    importOrReload(() => import('./features/admin/shell')),
    addTexts('admin'),
    addTexts('payment'),
    addTexts('receipts'),
    addTexts('signIn'),
  ]);
  return { default: AdminLayout };
});

const PreviewStrip = lazyPage('PreviewStrip', editionsModule, 'pages');

const SignedInAgainPage = lazyPage(
  'SignedInAgainPage',
  () => import('./pages/signed-in-again-page'),
  'signIn',
);

const Toaster = lazy(async () => ({
  default: (await importWithRetry(() => import('./ui/overlay/toaster'))).Toaster,
}));

/** Touch devices never show tooltips, so they skip the download. */
const Tooltips =
  isBrowser && matchMedia('(hover: hover)').matches
    ? lazy(async () => ({ default: (await import('./ui/overlay/tooltips')).Tooltips }))
    : () => null;

/** Loaded lazily: few visits start with a sign-in problem. */
const SignInProblem =
  searchOnArrival === null
    ? () => null
    : lazy(async () => ({
        default: (await import('./pages/sign-in-problem')).SignInProblemToast,
      }));

/** Shows a toast while its code is still loading, so that every press gets feedback. */
function PlainToast() {
  const shown = useSyncExternalStore(subscribeToToasts, currentToast, () => null);
  if (!shown) return null;
  return (
    <p role="status" className="toast-place px-4 py-3 text-ivory">
      <strong className="rounded-2xl border border-surface-line bg-surface-high px-4 py-3">
        {shown.title}. {shown.description}
      </strong>
    </p>
  );
}

/**
 * Loads what is invisible before the first interaction: once the page is idle, or when there is a
 * toast.
 */
function ToastsAndTips() {
  const { t } = useTranslation();
  const [isIdle, setIsIdle] = useState(false);
  const [isQuiet, setIsQuiet] = useState(false);
  const hasToast = useSyncExternalStore(subscribeToToasts, currentToast, () => null) !== null;
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  useEffect(() => whenQuiet(() => setIsQuiet(true)), []);
  return (
    <ErrorBoundary fallback={null}>
      {(isQuiet || hasToast) && (
        <Suspense fallback={<PlainToast />}>
          <Toaster closeLabel={t('common.close')} label={t('common.notifications')} />
        </Suspense>
      )}
      {isIdle && (
        <Suspense>
          <Tooltips />
          <SignInProblem />
        </Suspense>
      )}
    </ErrorBoundary>
  );
}

const Routes = () => (
  <Switch>
    <Route path="/">
      <Redirect to="/categories" replace />
    </Route>
    <Route path="/categories" component={CategoriesPage} />
    <Route path="/category/:id" component={CategoryPage} />
    <Route path="/share/:link" component={SharePage} />
    {/* The server redirects addresses that lead elsewhere. */}
    <Route path="/a/:slug">
      <NotFound what="profile" />
    </Route>
    <Route path="/a/:artist/posters" component={PostersPage} />
    <Route path="/c/:slug">
      <NotFound what="category" />
    </Route>
    <Route path="/screen" component={BigScreenPage} />
    <Route path="/screen/:categoryId" component={BigScreenPage} />
    <Route path="/checkout" component={CheckoutPage} />
    <Route path="/my-receipts" component={MyReceiptsPage} />
    <Route path="/payment-help" component={PaymentHelpPage} />
    <Route path="/editions" component={EditionsPage} />
    <Route path="/editions/:year" component={EditionPage} />
    <Route path="/editions/:year/:categoryId" component={EditionCategoryPage} />
    <Route path="/count" component={CountPage} />
    <Route path="/privacy" component={PrivacyPage} />
    <Route path={SIGNED_IN_AGAIN_PATH} component={SignedInAgainPage} />
    <Route path="/admin/*?" component={AdminArea} />
    <Route component={NotFoundPage} />
  </Switch>
);

const Main = ({ children }: { children: ReactNode }) => (
  <main id="content" tabIndex={-1} className="site-main">
    {children}
  </main>
);

/** While a layout's code is loading, the page has no frame. */
const LayoutFallback = () => (
  <Main>
    <PageFallback />
  </Main>
);

/** Renders the page without header and footer, for an unattended screen. */
const BareLayout = ({ children }: { children: ReactNode }) => children;
const isBigScreen = (path: string): boolean => /^\/screen(\/|$)/i.test(path);

function PublicLayout({ children }: { children: ReactNode }) {
  useFreshConfig();
  return (
    <>
      <CachedNotice className="border-b" />
      {chosenYear !== null && (
        <Suspense fallback={null}>
          <PreviewStrip />
        </Suspense>
      )}
      <SiteHeader />
      <Announcement />
      {children}
      <SiteFooter />
      <SlowAnswers />
    </>
  );
}

function Site() {
  const { t } = useTranslation();
  const [path] = useLocation();
  useArrival();
  useFreshUser();
  useLayoutEffect(() => applyTheme(path), [path]);
  // From here on begin.ts presses the button at once, and React hydrates the part around it first.
  useEffect(() => void window.dispatchEvent(new Event('hydrated')), []);
  const isAdmin = isAdminPath(path);
  const isScreen = isBigScreen(path);
  const Layout = isScreen ? BareLayout : isAdmin ? AdminLayout : PublicLayout;
  return (
    <>
      <a href="#content" className="skip-link">
        {t('common.skipToContent')}
      </a>
      {/* Keyed, so that the old page is removed at once instead of staying hidden until the new one
          has loaded. */}
      <Suspense key={isAdmin ? 'admin' : 'public'} fallback={<LayoutFallback />}>
        <Layout>
          {!isScreen && <PaymentFollower />}
          <Main>
            {/* A new path is a new page: it brings its own fallback and starts without old errors. */}
            <ErrorBoundary key={path}>
              <Suspense fallback={<PageFallback />}>
                <Routes />
                <ContentReplaced />
              </Suspense>
            </ErrorBoundary>
          </Main>
        </Layout>
      </Suspense>
      <MoneyNotice />
      <ToastsAndTips />
    </>
  );
}

interface AppProps {
  /** Path of the page that the server renders and the browser hydrates. */
  path: string;
  pageRender: PageRender;
  queryClient: QueryClient;
}

export const App = ({ path, pageRender, queryClient }: AppProps) => (
  <StrictMode>
    <Router ssrPath={path}>
      <PageRenderContext value={pageRender}>
        <QueryClientProvider client={queryClient}>
          {/* Header, footer and payment have no surrounding page that could show an error. */}
          <ErrorBoundary>
            <Site />
          </ErrorBoundary>
        </QueryClientProvider>
      </PageRenderContext>
    </Router>
  </StrictMode>
);
