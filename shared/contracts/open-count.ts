import { z } from 'zod';
import { isoInstant, uuid } from './primitives';

const sums = z.object({
  /** Payments that were counted, and how many of them were reversed. */
  payments: z.number().int(),
  takenBack: z.number().int(),
  /** In minor units, minus what was reversed. */
  money: z.object({ XAF: z.number().int(), USD: z.number().int() }),
  /** Public votes, minus those withdrawn. */
  votes: z.number().int(),
  /** Counted payments whose votes are not public yet. */
  sealed: z.number().int(),
});

/** What the log contains of one edition. */
const countOfEdition = sums.extend({
  /** Number of the edition in the log. */
  id: z.number().int(),
  year: z.string(),
  name: z.string(),
  nameFr: z.string().nullable(),
});
export type CountOfEdition = z.infer<typeof countOfEdition>;

/** The edition is named by its year; without it, it is the current one. */
export const countQuery = z.object({ edition: z.string().optional() });

/** Summary of the log of counted votes: docs/open-count.md. */
export const openCount = z.object({
  /** Verifier keys of the log, in the format of c2sp.org/signed-note; newest first. */
  keys: z.array(z.string()),
  /** The witnesses of the log, in the order of the settings. */
  witnesses: z.array(
    z.object({
      name: z.string(),
      /** The latest checkpoint it has signed; null before the first. */
      seen: z.object({ size: z.number().int(), at: isoInstant }).nullable(),
    }),
  ),
  /** Figures of all editions as of the latest signed checkpoint; null before the first. */
  head: sums
    .extend({
      /** Number of entries of every kind. */
      size: z.number().int(),
      signedAt: isoInstant,
    })
    .nullable(),
  /** Figures of the edition asked for, as of the same checkpoint. */
  edition: countOfEdition.extend({
    /** When the organiser made its results public, and when that was undone; oldest first. */
    publications: z.array(z.object({ at: isoInstant, what: z.enum(['published', 'withdrawn']) })),
  }),
  /** Figures of each edition that has entries, oldest first. */
  editions: z.array(countOfEdition),
  /**
   * Since when the open count is paused because the database lacks entries that were signed;
   * normally null.
   */
  pausedSince: isoInstant.nullable(),
  /** The log that this one continues, when that one had lost signed entries; normally null. */
  continues: z
    .object({
      /** Index of the continuation entry. */
      entry: z.number().int(),
      /** Name of the other log, and the number of entries it had signed. */
      origin: z.string(),
      size: z.number().int(),
      reason: z.string(),
    })
    .nullable(),
});
export type OpenCount = z.infer<typeof openCount>;

/** A proof in the format of c2sp.org/tlog-proof; `proofExtra` describes its extra line. */
const tlogProof = z.string();

/** Proof that a receipt's votes are in the log. */
export const receiptProof = z.object({
  /** For the entry that counts the payment; null until it has an index. */
  counted: tlogProof.nullable(),
  /** For the entry that reverses it. */
  takenBack: tlogProof.nullable(),
  /** For each nomination voted for, the latest entry that describes its id. */
  nominations: z.array(tlogProof),
});
export type ReceiptProof = z.infer<typeof receiptProof>;

export const timelineParams = z.object({ categoryId: uuid });
/** Without both, the timeline covers the whole time. */
export const timelineQuery = countQuery
  .extend({ from: isoInstant.optional(), to: isoInstant.optional() })
  .refine(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'Not after its beginning',
  });

/** The public votes of a category over time, in steps of equal length. */
export const timeline = z.object({
  /** Null while hidden from the public. */
  timeline: z
    .object({
      /** Start of the first step. */
      from: isoInstant,
      /** End of the last minute counted here; end of the period when there is none. */
      until: isoInstant,
      stepMinutes: z.number().int().positive(),
      /** The same for every nomination. */
      steps: z.number().int(),
      nominations: z.array(
        z.object({
          nominationId: uuid,
          artistName: z.string(),
          /** Votes counted before the first step. */
          before: z.number().int(),
          /** Votes counted in each step, minus those withdrawn in it. */
          votes: z.array(z.number().int()),
          /** Payments counted in each step. */
          payments: z.array(z.number().int()),
          /** Payments reversed in each step, whenever they were counted. */
          takenBack: z.array(z.number().int()),
        }),
      ),
    })
    .nullable(),
});
export type Timeline = z.infer<typeof timeline>;
