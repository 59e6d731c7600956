import type { AdminArtistDetail, ArtistInputBody } from '#shared/contracts/admin-catalog';

/** What an administrator may say of a nomination; blank means the artist's own. */
export const NOMINATION_TEXTS = [
  'nominationTitle',
  'nominationTitleFr',
  'nominationPhotoUrl',
  'nominationDescription',
  'nominationDescriptionFr',
] as const;
export type NominationText = (typeof NOMINATION_TEXTS)[number];
export type NominationDraft = { categoryId: string } & Record<NominationText, string>;

export const PROFILE_TEXTS = ['name', 'bio', 'bioFr', 'photoUrl'] as const;
type ProfileText = (typeof PROFILE_TEXTS)[number];

/** The form as it stands on screen: every text a string, the nominations in their order. */
export type ArtistDraft = Record<ProfileText, string> & {
  isFeatured: boolean;
  nominations: NominationDraft[];
};

export const EMPTY_DRAFT: ArtistDraft = {
  name: '',
  bio: '',
  bioFr: '',
  photoUrl: '',
  isFeatured: false,
  nominations: [],
};

export const newNomination = (categoryId: string): NominationDraft => ({
  categoryId,
  nominationTitle: '',
  nominationTitleFr: '',
  nominationPhotoUrl: '',
  nominationDescription: '',
  nominationDescriptionFr: '',
});

export const draftOf = (artist: AdminArtistDetail): ArtistDraft => ({
  name: artist.name,
  bio: artist.bio ?? '',
  bioFr: artist.bioFr ?? '',
  photoUrl: artist.photoUrl ?? '',
  isFeatured: artist.isFeatured,
  nominations: artist.nominations.map((nomination) => ({
    categoryId: nomination.categoryId,
    nominationTitle: nomination.nominationTitle ?? '',
    nominationTitleFr: nomination.nominationTitleFr ?? '',
    nominationPhotoUrl: nomination.nominationPhotoUrl ?? '',
    nominationDescription: nomination.nominationDescription ?? '',
    nominationDescriptionFr: nomination.nominationDescriptionFr ?? '',
  })),
});

/** @param version of what the draft was made from; none for a new artist */
export const bodyOf = (draft: ArtistDraft, version: number | undefined): ArtistInputBody =>
  version === undefined ? draft : { ...draft, version };

export interface Difference {
  /** Of the nomination it is about; null for the artist's own fields. */
  categoryId: string | null;
  field: ProfileText | NominationText | 'isFeatured' | 'isNominated' | 'order';
  /** A text, a yes or no, or for the order the ids of the categories. */
  mine: string | boolean | string[];
  theirs: string | boolean | string[];
}

/** Everything in which two drafts differ, the artist's own fields first. */
export function differencesBetween(mine: ArtistDraft, theirs: ArtistDraft): Difference[] {
  const differences: Difference[] = [];
  for (const field of [...PROFILE_TEXTS, 'isFeatured'] as const) {
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

export const isSameDraft = (one: ArtistDraft, other: ArtistDraft): boolean =>
  differencesBetween(one, other).length === 0;

/** The same list with one nomination a place up (-1) or down (1); itself where there is no place. */
export function moved<Item>(list: Item[], from: number, by: -1 | 1): Item[] {
  const one = list[from];
  const other = list[from + by];
  if (one === undefined || other === undefined) return list;
  return list.with(from, other).with(from + by, one);
}
