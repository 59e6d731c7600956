/**
 * The oldest supported browsers: those with Tailwind's cascade layers. The build compiles for them,
 * and `npm run check` rejects what they lack.
 */
export const FLOOR = { chrome: '99', safari: '15.4', firefox: '97', samsung: '18' };

/**
 * The minimum versions for Vite's `build.target`. Safari before 16 mishandles the scope of a
 * function in a class field (https://webkit.org/b/236843); to avoid that, the compiler would turn
 * every private field into a WeakMap, 1.5 kB more for every phone. So the build targets
 * Safari 16, and the check rejects such functions.
 */
export const BUILD_TARGET = [
  'es2022',
  `chrome${FLOOR.chrome}`,
  'safari16',
  `firefox${FLOOR.firefox}`,
];

/**
 * The minimum versions by the names of MDN's browser-compat-data.
 * @type {Partial<Record<import('@mdn/browser-compat-data/types').BrowserName, string>>}
 */
const VERSIONS = {
  chrome: FLOOR.chrome,
  chrome_android: FLOOR.chrome,
  webview_android: FLOOR.chrome,
  safari: FLOOR.safari,
  safari_ios: FLOOR.safari,
  firefox: FLOOR.firefox,
  firefox_android: FLOOR.firefox,
  samsunginternet_android: FLOOR.samsung,
};

/**
 * @param {import('@mdn/browser-compat-data/types').CompatStatement | undefined} compat of a feature
 * @returns {string[]} the minimum browsers that lack it, with the version that introduced it
 */
export function lacking(compat) {
  if (!compat) return [];
  return Object.entries(VERSIONS).flatMap(([browser, floor]) => {
    const support = compat.support[/** @type {keyof typeof VERSIONS} */ (browser)];
    if (support === undefined) return [];
    const statements = [support].flat();
    const isSupported = statements.some(
      ({ version_added, version_removed, flags, prefix, alternative_name }) =>
        typeof version_added === 'string' &&
        isReached(version_added, floor) &&
        !version_removed &&
        !flags &&
        !prefix &&
        !alternative_name,
    );
    return isSupported ? [] : [`${browser} ${statements[0]?.version_added || 'never'}`];
  });
}

/**
 * @param {string} added
 * @param {string} floor
 */
function isReached(added, floor) {
  const [addedParts = [], floorParts = []] = [added, floor].map((version) =>
    version.replace('≤', '').split('.').map(Number),
  );
  const [major = Number.NaN, minor = 0] = addedParts;
  const [floorMajor = 0, floorMinor = 0] = floorParts;
  return major < floorMajor || (major === floorMajor && minor <= floorMinor);
}

/**
 * A feature newer than the minimum versions, used without a guard.
 * @typedef {object} Finding
 * @property {string} what such as `Array.toSorted` or `:has`
 * @property {string} where the file and the surrounding text
 * @property {string[]} lacking minimum browsers without it
 */
