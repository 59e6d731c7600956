import rarer from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2?url';
import latin from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import { DISPLAY_FACE_KEY } from '#shared/domain/display-face';
import { browserStorage } from '../browser/storage';

/* The font of headings. It loads after everything that a voter needs, and is used from the next
   page on: headings that change their font while they are read would shift the page. */
const FAMILY = 'Bricolage Grotesque Variable';

/** Unicode ranges as Google Fonts divides Latin; other characters use the system font. */
const FACES = [
  {
    address: latin,
    unicodeRange:
      'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
    display: 'optional',
  },
  // For names with Ŋ or Ɛ: loaded only when needed, later than the others.
  {
    address: rarer,
    unicodeRange:
      'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    display: 'swap',
  },
] as const;

const WEIGHTS = '200 800';

/** In the order of a style sheet's rules. The document of the next page starts with them. */
const RULES = FACES.map(
  ({ address, unicodeRange, display }) =>
    `@font-face{font-family:"${FAMILY}";font-weight:${WEIGHTS};font-display:${display};src:url("${address}")format("woff2");unicode-range:${unicodeRange}}`,
).join('');

/**
 * In ms: on a connection that needed longer for the page, the font's 41 kB would keep the visitor
 * waiting too.
 */
const SLOW_PAGE_MS = 800;

function isLineSlow(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    connection?.saveData === true ||
    /2g/.test(connection?.effectiveType ?? '') ||
    (page !== undefined && page.responseEnd - page.startTime > SLOW_PAGE_MS)
  );
}

/**
 * Loads the font, unless the connection is slow or the visitor saves data.
 * @throws when it fails to load
 */
export async function fetchDisplayFace(): Promise<void> {
  // The document already uses the font, or the connection is too slow for it.
  if (browserStorage.getItem(DISPLAY_FACE_KEY) === RULES || isLineSlow()) return;
  const faces = FACES.map(
    ({ address, ...face }) =>
      new FontFace(FAMILY, `url("${address}")`, { ...face, weight: WEIGHTS }),
  );
  await faces[0]?.load();
  browserStorage.setItem(DISPLAY_FACE_KEY, RULES);
  const { pathname } = window.location;
  const onNextPage = () => {
    if (window.location.pathname === pathname) return;
    for (const type of NAVIGATIONS) window.removeEventListener(type, onNextPage);
    for (const face of faces) document.fonts.add(face);
  };
  for (const type of NAVIGATIONS) window.addEventListener(type, onNextPage);
}

/** The first two are the router's. */
const NAVIGATIONS = ['pushState', 'replaceState', 'popstate'];
