import { createHash } from 'node:crypto';
import type { Receipt } from '#shared/contracts/receipts';
import type { Language } from '#shared/domain/localized';
import type { PosterFormat } from '#shared/domain/poster';
import type { Money } from '#shared/domain/pricing';

/** An edition as shown in a preview. */
export interface PreviewEvent {
  name: string;
  nameFr: string | null;
  year: string;
  /** True for an earlier edition, in which nobody can vote any more. */
  isArchived?: boolean;
}

/** Subject of a preview: the site, a category, or an artist nominated in one. */
export interface PreviewSubject {
  kind: 'site' | 'category' | 'nomination';
  /** Null for the site; the year for an archived edition. */
  id: string | null;
  name: string;
  nameFr: string | null;
  /** The category of an artist's nomination. */
  category: { name: string; nameFr: string | null } | null;
  photoUrl: string | null;
}

/** All that a preview shows, except the photograph. */
export interface PreviewContent {
  subject: PreviewSubject;
  event: PreviewEvent;
  language: Language;
}

/** Content of a poster. */
export interface Poster {
  name: string;
  category: { name: string; nameFr: string | null };
  photoUrl: string | null;
  /** Full address of the short link. */
  link: string;
  /** Price of one vote, for each payment method. */
  prices: Money[];
  event: PreviewEvent;
}

/** All that a poster shows, except the photograph. */
export interface PosterContent {
  poster: Poster;
  format: PosterFormat;
  language: Language;
}

/** All that the picture of a receipt shows, except the photograph. */
export interface ReceiptContent {
  receipt: Receipt;
  /** True when the money is not real, which the picture says. */
  isTest: boolean;
  language: Language;
}

/** Description of a picture that another process can draw. */
export type Drawing =
  | ({ kind: 'preview' } & PreviewContent)
  | ({ kind: 'poster' } & PosterContent)
  | ({ kind: 'receipt' } & ReceiptContent);

/** Specification of a picture that can be rendered and stored. */
export interface PictureSpec {
  /**
   * All that the picture shows, and its layout version: a change leads to another stored picture.
   */
  shows: readonly unknown[];
  type: 'jpg' | 'pdf';
  /** True for a picture that only people with a code may see. */
  isPrivate?: boolean;
  photoUrl: string | null;
  drawing: Drawing;
}

/** Name under which a picture is stored. */
export const hashOf = ({ shows }: Pick<PictureSpec, 'shows'>): string =>
  createHash('sha256').update(JSON.stringify(shows)).digest('hex').slice(0, 32);
