import { tabStorage } from '../../../lib/storage';
import { type ArtistDraft, NOMINATION_TEXTS, type NominationDraft } from './artist-draft';

/** @param artistId null for the artist who is being created */
const keyOf = (artistId: string | null) => `artistDraft:${artistId ?? 'new'}`;

export interface KeptDraft {
  draft: ArtistDraft;
  /** Of what it was made from, so that a save over somebody's later one is still noticed. */
  version: number | null;
}

/** Unsaved work outlives a reload and a sign-in, for as long as the tab is open. */
export const keepDraft = (artistId: string | null, kept: KeptDraft): void =>
  tabStorage.setItem(keyOf(artistId), JSON.stringify(kept));

export const forgetDraft = (artistId: string | null): void =>
  tabStorage.removeItem(keyOf(artistId));

/** @returns null when there is none, or none that this version of the form understands */
export function keptDraft(artistId: string | null): KeptDraft | null {
  const kept = tabStorage.getItem(keyOf(artistId));
  if (kept === null) return null;
  try {
    const value: unknown = JSON.parse(kept);
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

const hasTexts = <Key extends string>(
  value: unknown,
  keys: readonly Key[],
): value is Record<Key, string> =>
  typeof value === 'object' &&
  value !== null &&
  keys.every((key) => typeof Reflect.get(value, key) === 'string');

const isNomination = (value: unknown): value is NominationDraft =>
  hasTexts(value, ['categoryId', ...NOMINATION_TEXTS]);

const isDraft = (value: unknown): value is ArtistDraft =>
  hasTexts(value, ['name', 'bio', 'bioFr', 'photoUrl']) &&
  'isFeatured' in value &&
  typeof value.isFeatured === 'boolean' &&
  'nominations' in value &&
  Array.isArray(value.nominations) &&
  value.nominations.every(isNomination);

const isKept = (value: unknown): value is KeptDraft =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  (value.version === null || typeof value.version === 'number') &&
  'draft' in value &&
  isDraft(value.draft);
