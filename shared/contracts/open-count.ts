import { z } from 'zod';
import { isoInstant, uuid } from './primitives';

/** What the log of counted votes says in all: docs/open-count.md. */
export const openCount = z.object({
  /** Verifier keys of the log, in the format of c2sp.org/signed-note; the first is the newest. */
  keys: z.array(z.string()),
  /** Whoever has agreed to look after the log, in the order of the settings. */
  witnesses: z.array(
    z.object({
      name: z.string(),
      /** The newest checkpoint that it has signed; null before the first. */
      seen: z.object({ size: z.number().int(), at: isoInstant }).nullable(),
    }),
  ),
  /** As of the newest signed checkpoint; null before the first. */
  head: z
    .object({
      /** Entries of every kind. */
      size: z.number().int(),
      signedAt: isoInstant,
      /** Payments that were counted, and how many of them were taken back. */
      payments: z.number().int(),
      takenBack: z.number().int(),
      /** Minor units, less what was taken back. */
      money: z.object({ XAF: z.number().int(), USD: z.number().int() }),
      /** Of entries whose votes are public, less those taken back. */
      votes: z.number().int(),
      /** Counted payments whose votes are not public yet. */
      sealed: z.number().int(),
    })
    .nullable(),
  /** Since when nothing is entered or signed, because the database lacks what was; null as a rule. */
  pausedSince: isoInstant.nullable(),
  /** The log whose place this one has taken, when that had lost what it had signed; null as a rule. */
  continues: z
    .object({
      /** The place of the entry that says so. */
      entry: z.number().int(),
      /** The name of the other log, and how many entries it had signed. */
      origin: z.string(),
      size: z.number().int(),
      reason: z.string(),
    })
    .nullable(),
});
export type OpenCount = z.infer<typeof openCount>;

/** A proof in the format of c2sp.org/tlog-proof; what is in its extra line: `proofExtra`. */
const tlogProof = z.string();

/** What proves that a receipt's votes are in the log. */
export const receiptProof = z.object({
  /** Of the entry that counts the payment; null while it has no place yet. */
  counted: tlogProof.nullable(),
  /** Of the entry that takes it back. */
  takenBack: tlogProof.nullable(),
  /** For each nomination voted for, of the newest entry that says what its id means. */
  nominations: z.array(tlogProof),
});
export type ReceiptProof = z.infer<typeof receiptProof>;

export const timelineParams = z.object({ categoryId: uuid });
/** Without both, all there is. */
export const timelineQuery = z
  .object({ from: isoInstant.optional(), to: isoInstant.optional() })
  .refine(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'Not after its beginning',
  });

/** How the public votes of a category came in, by steps of equal length. */
export const timeline = z.object({
  /** Null while the public may not know. */
  timeline: z
    .object({
      /** When the first step begins. */
      from: isoInstant,
      /** The end of the last minute that is counted here; of the period where there is none. */
      until: isoInstant,
      stepMinutes: z.number().int().positive(),
      /** The same for every nomination. */
      steps: z.number().int(),
      nominations: z.array(
        z.object({
          nominationId: uuid,
          artistName: z.string(),
          /** Counted before the first step. */
          before: z.number().int(),
          /** Counted in each step, less those taken back in it. */
          votes: z.array(z.number().int()),
          /** Payments counted in each step. */
          payments: z.array(z.number().int()),
          /** Payments taken back in each step, whenever they were counted. */
          takenBack: z.array(z.number().int()),
        }),
      ),
    })
    .nullable(),
});
export type Timeline = z.infer<typeof timeline>;
