import type { Language } from '#shared/domain/localized';
import type { Nomination } from './catalog';
import type { PublicConfig } from './config';

/** Data that a server-rendered page hands to the browser for hydration. */
export interface PageData {
  language: Language;
  /** Determines the order of the nominees. */
  orderSeed: string;
  answers: PageAnswers;
}

/** API responses, each with the key of its query. */
export type PageAnswers = readonly (readonly [key: readonly string[], answer: unknown])[];

/** Id of the element that holds a page's data as JSON. */
export const PAGE_DATA_ID = 'page-data';

/** The module that the client build creates for the server. */
export interface PageRenderer {
  /** True when the server renders the page at this path; all others are rendered by browsers. */
  isServerRendered(path: string): boolean;
  /** True when the site has a page at this path. */
  isKnown(path: string): boolean;
  /**
   * Loads all data of a page.
   * @param path without query, which only the browser evaluates
   * @param answer returns the API's public response at an address
   * @throws what `answer` throws
   */
  readPage(path: string, answer: (address: string) => Promise<unknown>): Promise<PageAnswers>;
  /** Renders a page for a visitor who is not signed in and has no open payment. */
  renderPage(path: string, data: PageData): RenderedPage;
  /** Renders what the checkout's document shows until the browser has loaded its code. */
  renderCheckout(checkout: CheckoutPlaceholderProps): string;
  /** Returns the head of a page rendered by the browser, or of one about a nominee. */
  headOf(page: HeadRequest): PageHead;
  /** Returns what a browser should preload for a page that it renders or hydrates. */
  neededBy(visit: Visit): PageNeeds;
}

export interface CheckoutPlaceholderProps {
  /** Name of the artist voted for. */
  artist: string;
  config: PublicConfig;
  language: Language;
}

export interface RenderedPage {
  html: string;
  head: PageHead;
}

/** Head of a page's document. */
export interface PageHead {
  title: string;
  description: string;
  /** True when search engines may index the page. */
  isListed: boolean;
}

export interface HeadRequest {
  path: string;
  language: Language;
  config: PublicConfig;
  /** The nominee of the page or its posters; null for all other pages. */
  nominee: Nomination | null;
  /** True when the address leads to nothing, or to something deleted. */
  isMissing: boolean;
}

export interface Visit {
  address: URL;
  language: Language;
  /** As indicated by the browser's cookies. */
  isSignedIn: boolean;
}

export interface PageNeeds {
  /** Source files of the chunks, as named in the build's manifest. */
  modules: string[];
  /** The same for the visitor's most likely next page. */
  next: string[];
  /** API addresses. */
  answers: string[];
}
