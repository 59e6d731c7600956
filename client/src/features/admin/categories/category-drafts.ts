import { draftKeeper, hasTexts } from '../drafts/draft-keeper';
import { CATEGORY_FIELDS, type CategoryDraft } from './category-draft';

const isDraft = (value: unknown): value is CategoryDraft => hasTexts(value, CATEGORY_FIELDS);

/** Of categories whose form was left without saving. */
export const categoryDrafts = draftKeeper('categoryDrafts', isDraft);
