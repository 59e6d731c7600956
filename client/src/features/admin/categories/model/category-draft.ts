import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { draftStorage } from '#client/features/admin/drafts/index';
import {
  type AdminCategory,
  type CategoryInputBody,
  categoryInput,
} from '#shared/contracts/admin-catalog';
import { frenchFor } from './french-glossary';

/** First part of the mutation key of every change made in the form. */
export const CATEGORY_CHANGES = 'category-form';

/** The form as shown: every field is a text, a blank one means none. */
const categoryDraft = z.object({
  name: z.string(),
  nameFr: z.string(),
  description: z.string(),
  descriptionFr: z.string(),
  icon: z.string(),
  backgroundImageUrl: z.string(),
  backgroundColor: z.string(),
});
export type CategoryDraft = z.infer<typeof categoryDraft>;
export const categoryField = categoryDraft.keyof();
export type CategoryField = z.infer<typeof categoryField>;

/** Drafts of categories whose form was left without saving. */
export const categoryDrafts = draftStorage('categoryDrafts', categoryDraft);

/** Validates in the browser against the contract that the server uses. */
export const categoryResolver = zodResolver(
  categoryDraft.transform((draft): CategoryInputBody => draft).pipe(categoryInput),
);

/** Icon of a new category. */
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

/**
 * Returns the French text that follows an English one while it is typed. A French text that is
 * empty, or equal to the proposal for the old English text, becomes the proposal for the new one.
 * @returns null when there is no proposal, or when the text is the administrator's own
 */
export function frenchAfter(
  draft: CategoryDraft,
  field: CategoryField,
  value: string,
): { field: CategoryField; text: string } | null {
  if (field !== 'name' && field !== 'description') return null;
  const french = field === 'name' ? 'nameFr' : 'descriptionFr';
  const isUntouched = draft[french] === '' || draft[french] === frenchFor(draft[field]);
  return isUntouched ? { field: french, text: frenchFor(value) } : null;
}

export const isSameDraft = (a: CategoryDraft, b: CategoryDraft): boolean =>
  categoryField.options.every((field) => a[field] === b[field]);

const FORMAT_PROBLEMS = {
  icon: 'icon',
  backgroundImageUrl: 'address',
  backgroundColor: 'colour',
} as const;

const isFormatted = (field: CategoryField): field is keyof typeof FORMAT_PROBLEMS =>
  Object.hasOwn(FORMAT_PROBLEMS, field);

/** Returns the message for an invalid field, by the kind of error. */
export function problemOf(field: CategoryField, error: string) {
  if (error === 'too_small') return 'required';
  if (error === 'too_big' && field !== 'backgroundImageUrl') return 'tooLong';
  if (isFormatted(field)) return FORMAT_PROBLEMS[field];
  return error === 'refused' ? 'refused' : 'text';
}
