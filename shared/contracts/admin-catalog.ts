import { z } from 'zod';
import { REFUND_STATUSES } from '#shared/domain/payment';
import { fileAddress, pictureLink } from '#shared/domain/picture-link';
import { bookDay } from './books';
import { artist, category, ownTexts } from './catalog';
import { isoInstant, storableLines, storableName, storableText, uuid } from './primitives';

const MAX_TEXT = 5_000;
const MAX_ADDRESS = 2_048;
const UPLOADED_PICTURE = /^\/uploads\/(?:[\w-]+\/)*[\w-]+\.\w{2,5}$/;

/** Converts a blank field to null, which means "none": the artist's default, or no text at all. */
const blankAsNull = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? null : value;
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankAsNull, schema.nullable().default(null));
const name = storableName(255).min(1);
/** A text of signs that nobody sees is empty once these are gone. */
const emptyAsNull = (text: string) => (text === '' ? null : text);
const optionalName = optional(storableName(255).transform(emptyAsNull));
const optionalText = optional(storableLines(MAX_TEXT).transform(emptyAsNull));
/**
 * Address of a picture on the web or uploaded here. `http:` addresses are accepted only if already
 * stored. Links to files at Google Drive, Dropbox and the like become the address of the file.
 */
const imageAddress = optional(
  z.preprocess(
    (value) => (typeof value === 'string' ? fileAddress(value) : value),
    z
      .union([z.url({ protocol: /^https?$/ }).max(MAX_ADDRESS), z.string().regex(UPLOADED_PICTURE)])
      .refine(
        (address) => 'address' in pictureLink(address),
        'This is not the address of one picture, but of a page or of several',
      ),
  ),
);
/**
 * Version the form was loaded with: saving over a later version is refused (409
 * `changed-meanwhile`).
 */
const version = z.number().int().optional();
/**
 * Ids of entries whose names look alike, and beside which the administrator wants this one; another
 * one is asked about (409 `looks-alike`).
 */
const besides = z.array(uuid).max(100).default([]);

export const categoryInput = z.object({
  name,
  nameFr: optionalName,
  description: optionalText,
  descriptionFr: optionalText,
  icon: optional(storableText(100).regex(/^fa-[a-z0-9-]+$/)),
  backgroundImageUrl: imageAddress,
  backgroundColor: optional(z.string().regex(/^#[0-9a-f]{6}$/i)),
  version,
  besides,
});
export type CategoryInput = z.output<typeof categoryInput>;
export type CategoryInputBody = z.input<typeof categoryInput>;

const nominationInput = z.object({
  categoryId: uuid,
  /**
   * Id of a nomination of this artist that is left out, and whose share link this one takes. Refused
   * (409 `nomination-has-votes`) once a payment names that nomination.
   */
  movedFrom: optional(uuid),
  nominationTitle: optionalName,
  nominationTitleFr: optionalName,
  nominationPhotoUrl: imageAddress,
  nominationDescription: optionalText,
  nominationDescriptionFr: optionalText,
});
export type NominationInput = z.output<typeof nominationInput>;

export const artistInput = z.object({
  name,
  bio: optionalText,
  bioFr: optionalText,
  photoUrl: imageAddress,
  isFeatured: z.boolean().default(false),
  /** In display order. */
  nominations: z
    .array(nominationInput)
    .min(1, 'At least one category nomination is needed')
    .max(100)
    .refine(
      (list) => new Set(list.map(({ categoryId }) => categoryId)).size === list.length,
      'The same category appears twice',
    ),
  version,
  besides,
});
export type ArtistInput = z.output<typeof artistInput>;
export type ArtistInputBody = z.input<typeof artistInput>;

/**
 * `PUT /api/admin/artists/:id/photo`: sets the photograph alone, for many artists one after the
 * other. Repeating it changes nothing.
 */
export const artistPhoto = z.object({
  photoUrl: z.string().regex(UPLOADED_PICTURE),
  /**
   * The photograph that the caller saw; null for none. If the artist has another one meanwhile,
   * the call is refused (409 `changed-meanwhile`).
   */
  replaces: z.string().max(MAX_ADDRESS).nullable(),
});
export type ArtistPhoto = z.output<typeof artistPhoto>;

/**
 * `PUT /api/admin/categories/order`: ids from the first position on; categories not listed follow
 * in their current order.
 */
export const categoryOrder = z.object({
  ids: z
    .array(uuid)
    .max(1_000)
    .refine((ids) => new Set(ids).size === ids.length, 'The same category appears twice'),
});

/** `PUT /api/admin/categories/:id/visibility` */
export const categoryVisibility = z.object({ isHidden: z.boolean() });

/** Responses of `GET /api/admin/categories` (a list), and of a category's create and update. */
export const adminCategory = category.extend({
  /** True when it is in no public list and gets no new payment votes. */
  isHidden: z.boolean(),
  voteCount: z.number().int(),
  createdAt: isoInstant.nullable(),
  version: z.number().int(),
});
export type AdminCategory = z.infer<typeof adminCategory>;

/**
 * Item of `GET /api/admin/artists`: the fields it shows and searches. There may be thousands of
 * artists, so categories are named by their ids; `GET /api/admin/categories` has the rest.
 */
export const adminArtist = artist.extend({
  /** Names only, because thousands of artists are listed at once. */
  categories: z.array(category.pick({ id: true, name: true, nameFr: true })),
  isFeatured: z.boolean(),
  /** True when the bio or a nomination's text exists in English but not in French. */
  lacksFrench: z.boolean(),
  // Shown to administrators even when hidden from the public.
  totalVotes: z.number().int(),
  trendingVotes: z.number().int(),
});
export type AdminArtist = z.infer<typeof adminArtist>;

/**
 * Response of `GET /api/admin/artists/:id`, and of its create and update: the fields of the form.
 */
export const adminArtistDetail = z.object({
  id: uuid,
  name: z.string(),
  bio: z.string().nullable(),
  bioFr: z.string().nullable(),
  photoUrl: z.string().nullable(),
  isFeatured: z.boolean(),
  version: z.number().int(),
  updatedAt: isoInstant,
  nominations: z.array(
    z.object({
      id: uuid,
      categoryId: uuid,
      categoryName: z.string(),
      categoryNameFr: z.string().nullable(),
      shareableLink: z.string(),
      voteCount: z.number().int(),
      /** True while no payment names it. */
      isMovable: z.boolean(),
      ...ownTexts.shape,
    }),
  ),
});
export type AdminArtistDetail = z.infer<typeof adminArtistDetail>;

/** The artist that stays. */
const into = uuid;
export const mergeQuery = z.strictObject({ into });

/** `GET /api/admin/artists/:id/merge`: what a merge would do. */
export const mergePreview = z.object({
  artist: z.object({ name: z.string(), version: z.number().int() }),
  /** The artist that stays. */
  into: z.object({ name: z.string(), version: z.number().int() }),
  /** One for each nomination of the artist that is merged. */
  categories: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      nameFr: z.string().nullable(),
      votes: z.number().int(),
      /** Votes of the artist that stays; null without a nomination there: this one moves. */
      intoVotes: z.number().int().nullable(),
      /** True when the nomination stays withdrawn, or its category deleted. */
      isWithdrawn: z.boolean(),
    }),
  ),
});
export type MergePreview = z.infer<typeof mergePreview>;

/** Versions in the preview: another change since then is refused (409 `changed-meanwhile`). */
export const mergeInput = z.strictObject({
  into,
  version: z.number().int(),
  intoVersion: z.number().int(),
});
export type MergeInput = z.output<typeof mergeInput>;

export const artistMerged = z.object({
  /** Id of the merge. */
  id: uuid,
  /** Until then it can be undone. */
  undoUntil: isoInstant,
});
export type ArtistMerged = z.infer<typeof artistMerged>;

const deletedEntry = z.object({
  id: uuid,
  /** These votes stay in the ledger. */
  voteCount: z.number().int(),
  /** Null when no deletion was recorded. */
  deletedAt: isoInstant.nullable(),
});

/** `GET /api/admin/deleted`: what can be restored, latest deletion first. */
export const deletedCatalog = z.object({
  artists: z.array(deletedEntry.extend({ name: z.string(), photoUrl: z.string().nullable() })),
  categories: z.array(deletedEntry.extend({ name: z.string(), nameFr: z.string().nullable() })),
  /**
   * Withdrawn by editing their artists. Nominations of deleted artists and categories are restored
   * with them.
   */
  nominations: z.array(
    deletedEntry.extend({
      artistName: z.string(),
      categoryName: z.string(),
      categoryNameFr: z.string().nullable(),
    }),
  ),
});
export type DeletedCatalog = z.infer<typeof deletedCatalog>;

/**
 * `POST /api/admin/uploads`; the body is the raw image (`Content-Type: image/*`, at most 20 MB).
 */
export const upload = z.object({ url: z.string() });

/** `GET /api/admin/actions`: newest first. */
const adminActionFilters = {
  entity: z
    .enum([
      'artist',
      'category',
      'user',
      'payment',
      'books',
      'import',
      'settings',
      'edition',
      'voter',
      'activity',
    ])
    .optional(),
  /** Id of the acting user. */
  person: storableText(200).optional(),
  /** First and last day in the event's time zone. */
  from: bookDay.optional(),
  to: bookDay.optional(),
};
export const adminActionsExport = z.strictObject(adminActionFilters);
export type AdminActionFilters = z.output<typeof adminActionsExport>;
export const adminActionsQuery = z.object({
  cursor: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  ...adminActionFilters,
});
/** Users that `person` can be set to. */
export const actingPeople = z.object({
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ActingPeople = z.infer<typeof actingPeople>;
export const adminActionList = z.object({
  actions: z.array(
    z.object({
      id: z.number().int(),
      /** Name of the administrator; null for the command line or the server itself. */
      adminName: z.string().nullable(),
      action: z.string(),
      entity: z.string(),
      entityId: z.string(),
      /** Name of the entity at that time; for a person, the current name. */
      entityName: z.string().nullable(),
      entityNameFr: z.string().nullable(),
      /** True when the entity still exists; deleted entities exist again only once restored. */
      isOpenable: z.boolean(),
      /** True when this action deleted an entity that is still deleted. */
      isRestorable: z.boolean(),
      /** Id of the merge of artists that this action made and that can still be undone. */
      undoableMerge: uuid.nullable(),
      /** Current state of the refund requested by this action. */
      refund: z.enum(REFUND_STATUSES).nullable(),
      before: z.unknown(),
      after: z.unknown(),
      at: isoInstant,
    }),
  ),
  nextCursor: z.number().int().nullable(),
});
export type AdminActionList = z.infer<typeof adminActionList>;
