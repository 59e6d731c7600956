import { isBrowser } from './browser/page-render';

const PARAMETER = 'edition';

const yearIn = (search: string): string | null => {
  const year = new URLSearchParams(search).get(PARAMETER);
  return year !== null && /^\d{4}$/.test(year) ? year : null;
};

/**
 * Year of the edition that this page shows instead of the current one, for the team; null for the
 * current one. It is in the address of every page until the team chooses another one.
 */
export const chosenYear: string | null =
  // The open count chooses an edition by the same parameter, for everybody.
  isBrowser && !/^\/count\b/.test(window.location.pathname) ? yearIn(window.location.search) : null;

/** Returns an address of ours that is about the chosen edition. */
export function withEdition(address: string, year: string | null = chosenYear): string {
  if (year === null || !address.startsWith('/')) return address;
  const url = new URL(address, 'https://site.invalid');
  if (!url.searchParams.has(PARAMETER)) url.searchParams.set(PARAMETER, year);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Opens the page on screen for another edition; null for the current one. */
export function chooseEdition(year: string | null): void {
  const url = new URL(window.location.href);
  url.searchParams.delete(PARAMETER);
  window.location.assign(withEdition(`${url.pathname}${url.search}`, year));
}

/**
 * Keeps the chosen edition in the address, whatever navigates. Must run before the router, which
 * watches the same functions.
 */
export function keepEdition(): void {
  if (chosenYear === null) return;
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = window.history[name].bind(window.history);
    window.history[name] = (state, unused, url) => {
      const { origin } = window.location;
      const target = url == null ? null : new URL(url, window.location.href);
      const isOurs = target?.origin === origin;
      change(state, unused, isOurs ? withEdition(target.href.slice(origin.length)) : url);
    };
  }
}
