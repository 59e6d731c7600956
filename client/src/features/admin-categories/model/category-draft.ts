import {
  type AdminCategory,
  type CategoryInput,
  categoryInput,
} from '#shared/contracts/admin-catalog';
import { draftKeeper, hasTexts, refusedFields } from '../../admin-drafts';
import { frenchFor } from './french-glossary';

const isDraft = (value: unknown): value is CategoryDraft => hasTexts(value, CATEGORY_FIELDS);

/** Of categories whose form was left without saving. */
export const categoryDrafts = draftKeeper('categoryDrafts', isDraft);

export const CATEGORY_FIELDS = [
  'name',
  'nameFr',
  'description',
  'descriptionFr',
  'icon',
  'backgroundImageUrl',
  'backgroundColor',
] as const;
export type CategoryField = (typeof CATEGORY_FIELDS)[number];
export type CategoryDraft = Record<CategoryField, string>;

/** What a new category starts with. */
const DEFAULT_ICON = 'fa-trophy';
export const DEFAULT_COLOUR = '#3B82F6';

export const draftOf = (category: AdminCategory | null): CategoryDraft => ({
  name: category?.name ?? '',
  nameFr: category?.nameFr ?? '',
  description: category?.description ?? '',
  descriptionFr: category?.descriptionFr ?? '',
  icon: category ? (category.icon ?? '') : DEFAULT_ICON,
  backgroundImageUrl: category?.backgroundImageUrl ?? '',
  backgroundColor: category ? (category.backgroundColor ?? '') : DEFAULT_COLOUR,
});

const FRENCH_OF = new Map<CategoryField, CategoryField>([
  ['name', 'nameFr'],
  ['description', 'descriptionFr'],
]);

/**
 * The draft after typing. A French text still equal to what was proposed for the old English one,
 * or still empty, follows the new one; any other is the administrator's own.
 */
export function withField(
  draft: CategoryDraft,
  field: CategoryField,
  value: string,
): CategoryDraft {
  const next = { ...draft, [field]: value };
  const french = FRENCH_OF.get(field);
  if (!french) return next;
  const isUntouched = draft[french] === '' || draft[french] === frenchFor(draft[field]);
  return isUntouched ? { ...next, [french]: frenchFor(value) } : next;
}

export const isSameDraft = (one: CategoryDraft, other: CategoryDraft): boolean =>
  CATEGORY_FIELDS.every((field) => one[field] === other[field]);

export type FieldProblem =
  | 'required'
  | 'tooLong'
  | 'icon'
  | 'address'
  | 'colour'
  | 'text'
  | 'refused';
export type FieldProblems = Partial<Record<CategoryField, FieldProblem>>;

const FORMAT_PROBLEMS: Partial<Record<CategoryField, FieldProblem>> = {
  icon: 'icon',
  backgroundImageUrl: 'address',
  backgroundColor: 'colour',
};

/** What the server would say of it, without asking: the same contract. */
export function checkDraft(
  draft: CategoryDraft,
): { input: CategoryInput } | { problems: FieldProblems } {
  const { data, error } = categoryInput.safeParse(draft);
  if (data) return { input: data };
  const problems: FieldProblems = {};
  for (const { path, code } of error.issues) {
    const field = CATEGORY_FIELDS.find((one) => one === path[0]);
    if (!field) continue;
    if (code === 'too_small') problems[field] = 'required';
    else if (code === 'too_big') problems[field] = 'tooLong';
    else problems[field] = FORMAT_PROBLEMS[field] ?? 'text';
  }
  return { problems };
}

/** The fields that the server names in an error; none when it names none. */
export function problemsFrom(error: Error): FieldProblems {
  const refused = refusedFields(error);
  return Object.fromEntries(
    CATEGORY_FIELDS.filter((field) => refused.includes(field)).map((field) => [
      field,
      FORMAT_PROBLEMS[field] ?? 'refused',
    ]),
  );
}
