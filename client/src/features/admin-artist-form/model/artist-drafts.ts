import { draftKeeper, hasTexts } from '../../admin-drafts';
import {
  type ArtistDraft,
  NOMINATION_TEXTS,
  type NominationDraft,
  PROFILE_TEXTS,
} from './artist-draft';

const isNomination = (value: unknown): value is NominationDraft =>
  hasTexts(value, ['categoryId', ...NOMINATION_TEXTS]);

const isDraft = (value: unknown): value is ArtistDraft =>
  hasTexts(value, PROFILE_TEXTS) &&
  'isFeatured' in value &&
  typeof value.isFeatured === 'boolean' &&
  'nominations' in value &&
  Array.isArray(value.nominations) &&
  value.nominations.every(isNomination);

/** Of artists whose form was left without saving. */
export const artistDrafts = draftKeeper('artistDrafts', isDraft);
