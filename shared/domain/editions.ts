import { type Language, localized } from './localized';

/** A draft is seen by the team alone; exactly one edition is current. */
export const EDITION_STATES = ['draft', 'current', 'archived'] as const;
export type EditionState = (typeof EDITION_STATES)[number];

/** The edition from before there were several: entries of the open count without one mean it. */
export const FIRST_EDITION = 1;

/** What the public calls an edition. */
export interface EditionNames {
  year: string;
  name: string;
  nameFr: string | null;
}

export const editionTitle = (language: Language, { name, nameFr, year }: EditionNames): string =>
  `${localized(language, name, nameFr)} ${year}`;

/** List of all editions whose results can be read. */
export const ARCHIVES_PATH = '/editions';

/** Page of an archived edition, or of one of its categories. */
export const archivePath = (year: string, categoryId?: string): string =>
  [ARCHIVES_PATH, year, ...(categoryId ? [categoryId] : [])].join('/');
