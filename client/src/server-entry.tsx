import { createInstance, type i18n } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import type { SharedNomination } from '#shared/contracts/catalog';
import type { PageHead, PageRenderer } from '#shared/contracts/pages';
import { readArtistParameter } from '#shared/domain/artist-parameter';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import { App } from './app';
import { SIGNED_IN_AGAIN_PATH } from './features/auth';
import { categoryQuery, featuredQuery, sharedNominationQuery } from './features/catalog';
import { CheckoutPlaceholder } from './features/checkout/screen';
import * as editionsScreens from './features/editions/screen';
import { postersQuery } from './features/posters';
import { categoriesQuery } from './lib/api/categories';
import { archivedResultsQuery, archiveQuery, editionsQuery } from './lib/api/editions';
import { nominationsOfArtist, nominationsOfCategory } from './lib/api/nominations';
import { publicConfigQuery } from './lib/api/public-config';
import { createQueryClient } from './lib/api/query-client';
import { I18N_OPTIONS } from './lib/i18n';
import { isAdminPath } from './lib/theme';
import en from './locales/en';
import enCount from './locales/en/count-area';
import enPages from './locales/en/pages-area';
import enPayment from './locales/en/payment-area';
import enReceipts from './locales/en/receipts-area';
import fr from './locales/fr';
import frCount from './locales/fr/count-area';
import frPages from './locales/fr/pages-area';
import frPayment from './locales/fr/payment-area';
import frReceipts from './locales/fr/receipts-area';
import { headOf as headOfPage } from './page-heads';
import { addServerPages } from './pages/lazy-page';

addServerPages(editionsScreens);

type Key = readonly string[];
/** Puts the API's response into the query cache under this key. */
type Load = (key: Key) => Promise<unknown>;

const loadCategory = (load: Load, id: string) =>
  Promise.all([load(categoryQuery(id).queryKey), load(nominationsOfCategory(id).queryKey)]);

/** The server-rendered pages, with the data they are rendered from. */
const SERVER_PAGES: readonly [RegExp, (load: Load, parameter: string) => Promise<unknown>][] = [
  [
    /^\/categories$/,
    (load) => Promise.all([load(categoriesQuery.queryKey), load(featuredQuery.queryKey)]),
  ],
  [/^\/category\/([^/]+)$/, loadCategory],
  [/^\/editions$/, (load) => load(editionsQuery.queryKey)],
  [/^\/editions\/([^/]+)$/, (load, year) => load(archiveQuery(year).queryKey)],
  [
    /^\/editions\/([^/]+\/[^/]+)$/,
    (load, place) => {
      const [year = '', categoryId = ''] = place.split('/');
      return load(archivedResultsQuery(year, categoryId).queryKey);
    },
  ],
  [
    /^\/share\/([^/]+)$/,
    async (load, link) => {
      const shared = (await load(sharedNominationQuery(link).queryKey)) as SharedNomination;
      await loadCategory(load, shared.categoryId);
    },
  ],
];

const texts: Record<Language, i18n> = {
  en: textsIn('en', { ...en, ...enPayment, ...enReceipts, ...enCount, ...enPages }),
  fr: textsIn('fr', { ...fr, ...frPayment, ...frReceipts, ...frCount, ...frPages }),
};

function textsIn(language: Language, translation: object): i18n {
  const instance = createInstance();
  void instance.init({
    ...I18N_OPTIONS,
    lng: language,
    resources: { [language]: { translation } },
    initAsync: false,
  });
  return instance;
}

const loaderOf = (path: string) => {
  for (const [pattern, loadPage] of SERVER_PAGES) {
    const found = pattern.exec(path);
    if (found) return (load: Load) => loadPage(load, found[1] ?? '');
  }
  return null;
};

export const isServerRendered: PageRenderer['isServerRendered'] = (path) => loaderOf(path) !== null;

export const isKnown: PageRenderer['isKnown'] = (path) => {
  // Normalised like the router does.
  const normalizedPath = path.toLowerCase().replace(/([^/])\/$/, '$1');
  return (
    normalizedPath === '/' ||
    [...SERVER_PAGES, ...BROWSER_PAGES].some(([pattern]) => pattern.test(normalizedPath))
  );
};

export const readPage: PageRenderer['readPage'] = async (path, answer) => {
  const answers: [Key, unknown][] = [];
  const load: Load = async (key) => {
    const data = await answer(addressOf(key));
    answers.push([key, data]);
    return data;
  };
  await Promise.all([load(publicConfigQuery.queryKey), loaderOf(path)?.(load)]);
  // In the order of arrival, the page would differ each time.
  return answers.sort(([a], [b]) => (addressOf(a) < addressOf(b) ? -1 : 1));
};

export const renderPage: PageRenderer['renderPage'] = (path, { language, orderSeed, answers }) => {
  const queryClient = createQueryClient();
  for (const [key, answer] of answers) queryClient.setQueryData(key, answer);
  let head: PageHead = { title: '', description: '', isListed: false };
  const pageRender = {
    orderSeed,
    onHead: (pageHead: PageHead) => {
      head = pageHead;
    },
  };
  const html = renderToString(
    <I18nextProvider i18n={texts[language]}>
      <App path={path} pageRender={pageRender} queryClient={queryClient} />
    </I18nextProvider>,
  );
  return { html, head };
};

export const renderCheckout: PageRenderer['renderCheckout'] = ({ artist, config, language }) =>
  renderToString(
    <I18nextProvider i18n={texts[language]}>
      <CheckoutPlaceholder artist={artist} config={config} language={language} />
    </I18nextProvider>,
  );

export const headOf: PageRenderer['headOf'] = (page) => headOfPage(page, texts[page.language].t);

/** Query keys consist of the parts of the API's address. */
const addressOf = ([path = '', ...parameters]: Key): string =>
  [path, ...parameters.map(encodeURIComponent)].join('/');

export const neededBy: PageRenderer['neededBy'] = ({ address, language, isSignedIn }) => {
  const page = BROWSER_PAGES.find(([pattern]) => pattern.test(address.pathname));
  const [, modules = [], answersOf = () => []] = page ?? [];
  const isRendered = SERVER_PAGES.some(([pattern]) => pattern.test(address.pathname));
  const queryKeys = isRendered ? [] : [publicConfigQuery.queryKey, ...answersOf(address)];
  const isAdmin = isAdminPath(address.pathname);
  const user = isSignedIn ? ['/api/auth/user'] : [];
  return {
    modules: [
      `src/locales/${language}/index.ts`,
      ...(isAdmin
        ? [
            'src/pages/admin/admin-area.tsx',
            ...['admin', 'payment', 'receipts'].map(
              (area) => `src/locales/${language}/${area}-area.ts`,
            ),
          ]
        : []),
      ...modules.map((name) => name.replace(':language', language)),
    ],
    // Visitors who view nominees usually vote for one.
    next: isRendered
      ? ['src/pages/checkout-page.tsx', `src/locales/${language}/payment-area.ts`]
      : [],
    answers: isAdmin && !isSignedIn ? [] : [...queryKeys.map(addressOf), ...user],
  };
};

/** All other pages: the chunks that render them, and their first requests. */
const BROWSER_PAGES: readonly [RegExp, string[], ((address: URL) => Key[])?][] = [
  [
    /^\/checkout$/,
    ['src/pages/checkout-page.tsx', 'src/locales/:language/payment-area.ts'],
    ({ search }) => {
      const artist = readArtistParameter(search);
      return typeof artist === 'string' ? [] : [nominationsOfArtist(artist.id).queryKey];
    },
  ],
  [
    /^\/screen(\/[^/]+)?$/,
    [
      'src/features/big-screen/screen.tsx',
      ...LANGUAGES.map((language) => `src/locales/${language}/screen-area.ts`),
    ],
  ],
  [
    /^\/a\/([^/]+)\/posters$/,
    ['src/features/posters/screen.tsx', 'src/locales/:language/pages-area.ts'],
    ({ pathname }) => [postersQuery(pathname.split('/')[2] ?? '').queryKey],
  ],
  [/^\/my-receipts$/, ['src/pages/my-receipts-page.tsx', 'src/locales/:language/receipts-area.ts']],
  [
    /^\/count$/,
    ['src/features/open-count/screen.tsx', 'src/locales/:language/count-area.ts'],
    () => [['/api/count'], categoriesQuery.queryKey],
  ],
  [/^\/privacy$/, ['src/features/privacy/screen.tsx', 'src/locales/:language/pages-area.ts']],
  [new RegExp(`^${SIGNED_IN_AGAIN_PATH}$`), ['src/pages/signed-in-again-page.tsx']],
  [
    /^\/payment-help$/,
    ['src/features/payment-help/screen.tsx', 'src/locales/:language/pages-area.ts'],
  ],
  [/^\/admin$/, ['src/features/admin/dashboard/screen.tsx']],
  [/^\/admin\/activity$/, ['src/features/admin/activity/screen.tsx']],
  [/^\/admin\/books$/, ['src/features/admin/books/screen.tsx']],
  [/^\/admin\/editions$/, ['src/features/admin/editions/screen.tsx']],
  [/^\/admin\/health$/, ['src/features/admin/health/screen.tsx']],
  [/^\/admin\/settings$/, ['src/features/admin/settings/screen.tsx']],
  [/^\/admin\/import$/, ['src/features/admin/import/screen.tsx']],
  [/^\/admin\/sessions$/, ['src/features/admin/sessions/screen.tsx']],
  [/^\/admin\/team$/, ['src/features/admin/team/screen.tsx']],
  [/^\/admin\/voters$/, ['src/features/admin/voters/screen.tsx']],
  [/^\/admin\/voter-tracking$/, ['src/features/admin/tracking/screen.tsx']],
  [/^\/admin\/artists\/[^/]+$/, ['src/features/admin/artist-form/screen.tsx']],
];
