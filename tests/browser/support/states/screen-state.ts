import type { Locator } from '@playwright/test';
import type { Visit } from '../visit';

export interface ScreenState {
  /** The start of a sentence for the tests, and a file name for `npm run screens`. */
  name: string;
  /** The first part of the page's title; undefined while the page does not know its name. */
  title?: (visit: Visit) => string;
  /** True while nothing has loaded that could be a heading. */
  hasNoHeading?: boolean;
  /** True for a page with both languages, before the visitor's is known. */
  isInBothLanguages?: boolean;
  /** True when a banner about a payment, or the organiser's announcement, moves the page down. */
  hasBanner?: boolean;
  /**
   * True when texts stay in the language they were shown in, as in a toast, or there is no other.
   */
  keepsLanguage?: boolean;
  /** True for a state that exists only on large screens. */
  isLaptopOnly?: boolean;
  /** True for a state that exists only on small screens. */
  isPhoneOnly?: boolean;
  /** Creates the state. @returns an element that is visible only in it */
  show: (visit: Visit) => Promise<Locator>;
}
