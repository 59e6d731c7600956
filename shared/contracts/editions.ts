import { z } from 'zod';
import { EDITION_STATES } from '#shared/domain/editions';
import { RESULT_POLICIES } from '#shared/domain/results';
import { ownTexts, publicCategory } from './catalog';
import { eventYear } from './event-settings';
import { isoInstant, uuid } from './primitives';

export const yearParams = z.object({ year: eventYear });
export const archivedCategoryParams = z.object({ year: eventYear, categoryId: uuid });

const names = { year: z.string(), name: z.string(), nameFr: z.string().nullable() };
/** The edition to which a payment belongs. */
export const editionNames = z.object(names);

/** An edition as administrators see it. */
export const adminEdition = z.object({
  ...names,
  state: z.enum(EDITION_STATES),
  categories: z.number().int(),
  /** Nominations that can be voted for. */
  nominees: z.number().int(),
  /** Counted votes. */
  votes: z.number().int(),
  begunAt: isoInstant.nullable(),
  endedAt: isoInstant.nullable(),
  resultsPublishedAt: isoInstant.nullable(),
});
export type AdminEdition = z.infer<typeof adminEdition>;

/** Most editions of one installation. */
export const MAX_EDITIONS = 100;

/**
 * A new edition has the settings of another one, with all dates moved by the years between them,
 * and copies of the chosen categories and nominations.
 */
export const editionInput = z.object({
  year: eventYear,
  from: z.object({
    year: eventYear,
    categories: z
      .array(
        z.object({
          id: uuid,
          /** Nominations to copy. */
          nominees: z.union([z.literal('all'), z.array(uuid).max(1_000)]),
        }),
      )
      .max(1_000),
  }),
});
export type EditionInput = z.infer<typeof editionInput>;

/** What was left out of a copy: pictures whose files are gone. */
export const editionCreated = z.object({ edition: adminEdition, picturesGone: z.number().int() });

/** Why an edition cannot become current now. */
export const CHANGE_REFUSALS = [
  /** Votes of the current edition can still be bought, or their charge still counts. */
  'voting-open',
  /** The last prompts are still open on phones. */
  'prompts-open',
  'no-nominees',
] as const;

/** What making a draft current would change. */
export const editionChange = z.object({
  from: z.object(names),
  to: z.object(names),
  opensAt: isoInstant.nullable(),
  closesAt: isoInstant.nullable(),
  /** In minor units: XAF by mobile money, US cents by card; before and after. */
  prices: z.object({
    mobileMoney: z.object({ from: z.number().int(), to: z.number().int() }),
    card: z.object({ from: z.number().int(), to: z.number().int() }),
  }),
  results: z.enum(RESULT_POLICIES),
  /** Those that visitors will see. */
  categories: z.number().int(),
  hiddenCategories: z.number().int(),
  nominees: z.number().int(),
  /** Artists nominated there whose texts have no French. */
  frenchMissing: z.number().int(),
  /** Artists nominated there without a picture. */
  picturesMissing: z.number().int(),
  refusal: z.enum(CHANGE_REFUSALS).nullable(),
});
export type EditionChange = z.infer<typeof editionChange>;

/** `POST /api/admin/editions/:year/make-current`: the edition that the owner saw as current. */
export const changeInput = z.object({ replaces: eventYear });

/** An edition whose results can be read, or the current one. */
export const publicEdition = z.object({
  ...names,
  isCurrent: z.boolean(),
  closesAt: isoInstant.nullable(),
  categories: z.number().int(),
  nominees: z.number().int(),
});
export type PublicEdition = z.infer<typeof publicEdition>;

const archivedNominee = z.object({
  id: uuid,
  artistId: uuid,
  name: z.string(),
  bio: z.string().nullable(),
  bioFr: z.string().nullable(),
  photoUrl: z.string().nullable(),
  ...ownTexts.shape,
  /** Null where totals were never published. */
  votes: z.number().int().nullable(),
  /** Rank in the category, shared by equal votes; null where no order was published. */
  place: z.number().int().nullable(),
  /** Share of the category's votes in whole per cent; null like the place. */
  share: z.number().int().nullable(),
});
export type ArchivedNominee = z.infer<typeof archivedNominee>;

const archivedCategory = publicCategory.omit({ artistCount: true });

/** An archived edition with the winners of each category, as far as they were published. */
export const archivedEdition = z.object({
  ...publicEdition.shape,
  /** Form in which the public sees its votes. */
  shows: z.enum(RESULT_POLICIES),
  list: z.array(
    archivedCategory.extend({
      nominees: z.number().int(),
      /** All nominees of the first rank; empty where no order was published or nobody has votes. */
      winners: z.array(archivedNominee),
    }),
  ),
});
export type ArchivedEdition = z.infer<typeof archivedEdition>;

/** A category of an archived edition, best first where an order was published, else by name. */
export const archivedResults = z.object({
  edition: publicEdition.extend({ shows: z.enum(RESULT_POLICIES) }),
  category: archivedCategory,
  nominees: z.array(archivedNominee),
});
export type ArchivedResults = z.infer<typeof archivedResults>;

/** The rehearsal of a draft that is under way. */
export const rehearsal = z.object({
  year: z.string(),
  begunAt: isoInstant,
  /** The time that it shows now. */
  now: isoInstant,
});
export type Rehearsal = z.infer<typeof rehearsal>;

export const rehearsalAnswer = z.object({ rehearsal: rehearsal.nullable() });

/** The time that a rehearsal shows from now on. */
export const rehearsalInput = z.object({ at: isoInstant });
