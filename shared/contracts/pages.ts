import type { Language } from '../domain/localized';
import type { Nomination } from './catalog';
import type { PublicConfig } from './config';

/** What a page that the server has drawn says to the browser that takes it over. */
export interface PageData {
  language: Language;
  /** Decides the order of the nominees. */
  orderSeed: string;
  answers: PageAnswers;
}

/** What the API has answered, each by the key of the query that asks for it. */
export type PageAnswers = readonly (readonly [key: readonly string[], answer: unknown])[];

/** Of the element that holds a page's data, as JSON. */
export const PAGE_DATA_ID = 'page-data';

/** The module that the client's build makes for the server. */
export interface PageRenderer {
  /** Whether the server draws the page at this path; all others are drawn by browsers. */
  draws(path: string): boolean;
  /** Whether the site has a page at this path, whoever draws it. */
  isKnown(path: string): boolean;
  /**
   * Asks for all that a page is drawn from.
   * @param path without query: what that says is the browser's business
   * @param answer what the API answers to anybody at an address
   * @throws what `answer` throws
   */
  readPage(path: string, answer: (address: string) => Promise<unknown>): Promise<PageAnswers>;
  /** Draws a page as any visitor sees it who is not signed in and has no payment under way. */
  drawPage(path: string, data: PageData): DrawnPage;
  /** Draws what the checkout's document shows until the browser has its code. */
  drawCheckout(checkout: CheckoutShown): string;
  /** What the head says of a page that the browser draws, or of one about a nominee. */
  headOf(page: NamedPage): PageHead;
  /** What a browser had better fetch at once for a page that it draws, or takes over. */
  neededBy(visit: Visit): PageNeeds;
}

export interface CheckoutShown {
  /** Whose votes are paid for, by name. */
  artist: string;
  config: PublicConfig;
  language: Language;
}

export interface DrawnPage {
  html: string;
  head: PageHead;
}

/** What the head of a document says of its page. */
export interface PageHead {
  title: string;
  description: string;
  /** Whether search engines may list the page. */
  isListed: boolean;
}

export interface NamedPage {
  path: string;
  language: Language;
  config: PublicConfig;
  /** Whose page it is, or whose posters are on it; null for all others. */
  nominee: Nomination | null;
  /** Whether what the address names is not there, or not any more. */
  isMissing: boolean;
}

export interface Visit {
  address: URL;
  language: Language;
  /** As far as the browser's cookies tell. */
  isSignedIn: boolean;
}

export interface PageNeeds {
  /** Source files of the chunks, as the build's manifest names them. */
  modules: string[];
  /** Likewise, for what the visitor will most likely do next. */
  next: string[];
  /** Addresses of the API. */
  answers: string[];
}
