import { refusedFields } from '../../admin-drafts';
import type { ArtistDraft } from './artist-draft';

type FieldProblem = 'nameRequired' | 'notAPicture' | 'categoryGone' | 'invalid';

/** What is wrong, by the path of the field as the server writes it: `nominations.0.nominationTitle`. */
export type FieldErrors = Readonly<Record<string, FieldProblem>>;

export function isPictureAddress(address: string): boolean {
  if (address.startsWith('/uploads/')) return true;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

const isBlankOrPicture = (address: string): boolean =>
  address.trim() === '' || isPictureAddress(address.trim());

/** What can be said before the server is asked; it repeats every check. */
export function problemsIn(draft: ArtistDraft): FieldErrors {
  const errors: Record<string, FieldProblem> = {};
  if (draft.name.trim() === '') errors.name = 'nameRequired';
  if (!isBlankOrPicture(draft.photoUrl)) errors.photoUrl = 'notAPicture';
  for (const [index, { nominationPhotoUrl }] of draft.nominations.entries()) {
    if (isBlankOrPicture(nominationPhotoUrl)) continue;
    errors[`nominations.${index}.nominationPhotoUrl`] = 'notAPicture';
  }
  return errors;
}

/** The fields that the server names in an error; none when it names none. */
export const problemsFrom = (error: Error): FieldErrors =>
  Object.fromEntries(refusedFields(error).map((path) => [path, problemAt(path)]));

function problemAt(path: string): FieldProblem {
  if (/photoUrl$/i.test(path)) return 'notAPicture';
  if (path.endsWith('categoryId')) return 'categoryGone';
  return 'invalid';
}
