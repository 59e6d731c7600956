import './lib/no-eval';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app';
import { hasSignedIn } from './features/auth';
import { requestBrowserCookie } from './lib/api/public-config';
import { createQueryClient } from './lib/api/query-client';
import { watchUserActivity } from './lib/api/user-activity';
import { serverPage } from './lib/browser/page-render';
import { keepEdition } from './lib/edition';
import { watchForErrors } from './lib/failures/client-errors';
import { initI18n } from './lib/i18n';
import { applyTheme } from './lib/theme';
import { whenQuiet } from './lib/when-idle';
import './styles.css';

/**
 * Keeps React working on a page that the browser's translator has changed. The translator replaces
 * text nodes by its own elements; React then fails when it removes such a text or inserts before
 * it, and takes the page down (https://github.com/facebook/react/issues/11538). Here, removing a
 * node that is no longer a child does nothing, and inserting before such a node appends.
 */
function surviveTranslators(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function remove<Child extends Node>(
    this: Node,
    child: Child,
  ): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    return insertBefore.call(this, child, next?.parentNode === this ? next : null) as Child;
  };
}

surviveTranslators();
keepEdition();
const page = serverPage();

/**
 * Hydrates a server-rendered page if this browser would render the same; otherwise renders it
 * again, from the data that came with it.
 */
function render(language: string): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const queryClient = createQueryClient();
  for (const [key, answer] of page?.answers ?? []) queryClient.setQueryData(key, answer);
  const app = (
    <App
      path={window.location.pathname}
      pageRender={{ orderSeed: page?.orderSeed ?? null }}
      queryClient={queryClient}
    />
  );
  const canHydrate = page?.language === language && !hasSignedIn();
  if (page) requestBrowserCookie();
  // Until here begin.ts recorded presses.
  window.dispatchEvent(new Event('hydrating'));
  // In slices: between them, a slow phone can respond to touches.
  startTransition(() => {
    if (canHydrate) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

// The start page is the page of categories, which the server has rendered already.
if (page && window.location.pathname === '/') {
  window.history.replaceState(null, '', `/categories${window.location.search}`);
}

// Few links are marked: the code that records their source is loaded only for those.
if (/[?&](ref|utm_[a-z]+)=/.test(window.location.search)) {
  void import('./lib/page/link-source')
    .then(({ noteLinkSource }) => noteLinkSource())
    .catch(() => {});
}

// Before waiting for the language: otherwise the administration would flash in the dark theme.
applyTheme(window.location.pathname);

watchUserActivity();
watchForErrors();

/**
 * Caches the site after the page and its pictures have loaded. Errors are ignored: the site works
 * without a cache.
 */
const cacheSite = () =>
  whenQuiet(
    () =>
      void import('./lib/offline/cache-site')
        .then(({ cacheSite }) => cacheSite(hasSignedIn()))
        .catch(() => {}),
  );
const loadHeadingFont = () =>
  whenQuiet(
    () =>
      void import('./lib/page/display-face')
        .then(({ fetchDisplayFace }) => fetchDisplayFace())
        .catch(() => {}),
  );
const afterLoad = () => {
  loadHeadingFont();
  if (import.meta.env.PROD) cacheSite();
};
if (document.readyState === 'complete') afterLoad();
else window.addEventListener('load', afterLoad);

/** Browsers older than the floor in `scripts/lib/browser-floor` keep the server-rendered page. */
const mayStart = 'CSSLayerBlockRule' in window;

// A browser's first formatter costs a cheap phone up to 90 ms: created here on its own, it delays
// no screen.
setTimeout(() => new Intl.NumberFormat());

// Not awaited: pages that import from this module would wait for each other. If no language loads,
// the page is left unchanged; the notice in index.html offers to retry.
if (mayStart) void initI18n(page?.language ?? null).then(render);
