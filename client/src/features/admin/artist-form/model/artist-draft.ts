import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { draftStorage } from '#client/features/admin/drafts/index';
import {
  type AdminArtistDetail,
  type ArtistInputBody,
  artistInput,
} from '#shared/contracts/admin-catalog';

/** A nomination as shown in the form; for blank texts the artist's own apply. */
const nominationDraft = z.object({
  categoryId: z.string(),
  /** Id of the saved nomination that moves to this category; empty for none. */
  movedFrom: z.string(),
  nominationTitle: z.string(),
  nominationTitleFr: z.string(),
  nominationPhotoUrl: z.string(),
  nominationDescription: z.string(),
  nominationDescriptionFr: z.string(),
});
export type NominationDraft = z.infer<typeof nominationDraft>;
const nominationField = nominationDraft.keyof();
export const NOMINATION_TEXTS = nominationField.exclude(['categoryId', 'movedFrom']).options;
export type NominationText = (typeof NOMINATION_TEXTS)[number];

/** The form as shown: every text a string, the nominations in their order. */
const artistDraft = z.object({
  name: z.string(),
  bio: z.string(),
  bioFr: z.string(),
  photoUrl: z.string(),
  isFeatured: z.boolean(),
  nominations: z.array(nominationDraft),
});
export type ArtistDraft = z.infer<typeof artistDraft>;
const ownField = artistDraft.keyof().exclude(['nominations']);
type OwnField = z.infer<typeof ownField>;

/** Drafts of artists whose form was left without saving. */
export const artistDrafts = draftStorage('artistDrafts', artistDraft);

/** Validates in the browser against the contract that the server uses. */
export const artistResolver = zodResolver(
  artistDraft.transform((draft): ArtistInputBody => draft).pipe(artistInput),
);

export type ArtistField = OwnField | `nominations.${number}.${keyof NominationDraft}`;

/** Returns the field for a path from the server, such as `nominations.0.categoryId`. */
export function fieldAt(path: string): ArtistField | null {
  const artistField = ownField.safeParse(path);
  if (artistField.success) return artistField.data;
  const [, index, name] = /^nominations\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const field = nominationField.safeParse(name);
  return field.success ? `nominations.${Number(index)}.${field.data}` : null;
}

/** Rule of a nomination that cannot move, because payments name it. */
export const HAS_VOTES = 'hasVotes';

/** Returns the message for an invalid field, by the kind of error. */
export function problemOf(field: ArtistField, error: string) {
  if (/photoUrl$/i.test(field)) return 'notAPicture';
  if (field.endsWith('categoryId')) return error === HAS_VOTES ? error : 'categoryGone';
  return field === 'name' && error === 'too_small' ? 'nameRequired' : 'invalid';
}

export const EMPTY_DRAFT: ArtistDraft = {
  name: '',
  bio: '',
  bioFr: '',
  photoUrl: '',
  isFeatured: false,
  nominations: [],
};

const nominationFrom = (
  categoryId: string,
  textOf: (field: NominationText) => string | null,
): NominationDraft => {
  const texts = NOMINATION_TEXTS.map((field) => [field, textOf(field) ?? '']);
  return nominationDraft.parse({ categoryId, movedFrom: '', ...Object.fromEntries(texts) });
};

/** Returns the list with a saved nomination in another category, or back in its own. */
export const movedTo = (
  list: NominationDraft[],
  saved: { id: string; categoryId: string },
  { from, to }: { from: string; to: string },
): NominationDraft[] =>
  list.map((nomination) =>
    nomination.categoryId === from
      ? { ...nomination, categoryId: to, movedFrom: to === saved.categoryId ? '' : saved.id }
      : nomination,
  );

export const newNomination = (categoryId: string) => nominationFrom(categoryId, () => null);

export const draftOf = (artist: AdminArtistDetail): ArtistDraft => ({
  name: artist.name,
  bio: artist.bio ?? '',
  bioFr: artist.bioFr ?? '',
  photoUrl: artist.photoUrl ?? '',
  isFeatured: artist.isFeatured,
  nominations: artist.nominations.map((nomination) =>
    nominationFrom(nomination.categoryId, (field) => nomination[field]),
  ),
});

export interface Difference {
  /** Category of the nomination concerned; null for the artist's own fields. */
  categoryId: string | null;
  field: OwnField | NominationText | 'isNominated' | 'order';
  /** A text, a boolean, or for the order the ids of the categories. */
  mine: string | boolean | string[];
  theirs: string | boolean | string[];
}

/** Returns all fields in which two drafts differ, the artist's own first. */
export function differencesBetween(mine: ArtistDraft, theirs: ArtistDraft): Difference[] {
  const differences: Difference[] = [];
  for (const field of ownField.options) {
    if (mine[field] !== theirs[field]) {
      differences.push({ categoryId: null, field, mine: mine[field], theirs: theirs[field] });
    }
  }
  return [...differences, ...nominationDifferences(mine.nominations, theirs.nominations)];
}

function nominationDifferences(mine: NominationDraft[], theirs: NominationDraft[]): Difference[] {
  const differences: Difference[] = [];
  const orderOfMine = mine.map(({ categoryId }) => categoryId);
  const orderOfTheirs = theirs.map(({ categoryId }) => categoryId);
  for (const categoryId of new Set([...orderOfMine, ...orderOfTheirs])) {
    const ours = mine.find((nomination) => nomination.categoryId === categoryId);
    const other = theirs.find((nomination) => nomination.categoryId === categoryId);
    if (!ours || !other) {
      const field = 'isNominated';
      differences.push({ categoryId, field, mine: Boolean(ours), theirs: Boolean(other) });
      continue;
    }
    for (const field of NOMINATION_TEXTS) {
      if (ours[field] !== other[field]) {
        differences.push({ categoryId, field, mine: ours[field], theirs: other[field] });
      }
    }
  }
  const inBoth = (order: string[], others: string[]) => order.filter((id) => others.includes(id));
  const isOrderedAlike =
    inBoth(orderOfMine, orderOfTheirs).join() === inBoth(orderOfTheirs, orderOfMine).join();
  if (!isOrderedAlike) {
    differences.push({
      categoryId: null,
      field: 'order',
      mine: orderOfMine,
      theirs: orderOfTheirs,
    });
  }
  return differences;
}

export const isSameDraft = (a: ArtistDraft, b: ArtistDraft): boolean =>
  differencesBetween(a, b).length === 0;

/**
 * Returns the list with one nomination moved up (-1) or down (1); the same list when it is at the
 * end.
 */
export function moved<Item>(list: Item[], from: number, by: -1 | 1): Item[] {
  const item = list[from];
  const neighbour = list[from + by];
  if (item === undefined || neighbour === undefined) return list;
  const moved = [...list];
  moved[from] = neighbour;
  moved[from + by] = item;
  return moved;
}
