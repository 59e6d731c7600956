import type { Locator } from '@playwright/test';
import type { Visit } from '../visit';

export interface ScreenState {
  /** A sentence's beginning for the tests, a file's name for `npm run screens`. */
  name: string;
  /** The first part of the page's title; none where the page does not know its name yet. */
  title?: (visit: Visit) => string;
  /** Nothing has arrived yet that could be a heading. */
  hasNoHeading?: boolean;
  /** Says the same to everybody, before any language is known. */
  isInBothLanguages?: boolean;
  /** Tells of a payment, or what the organiser says, in a banner above the page, which moves down for it. */
  hasBanner?: boolean;
  /** Keeps the words of the language that it came in, as a toast does, or offers no other. */
  keepsLanguage?: boolean;
  /** Exists on large screens only. */
  isLaptopOnly?: boolean;
  /** Exists on small screens only. */
  isPhoneOnly?: boolean;
  /** Brings the state about. @returns something that is visible only in it */
  show: (visit: Visit) => Promise<Locator>;
}
