import type { RecountFault } from '#shared/open-count/recount';
import type { SeenLog } from '../../model/seen-log';

/** A difference from what was signed or from what this site shows. */
export type Difference =
  /** The checkpoint is invalid, or signed by none of the log's keys. */
  | { what: 'unsigned' }
  /** The checkpoint is not signed by any key that this browser has seen before. */
  | { what: 'other-key' }
  /** The log had more entries when this browser last saw it, or has more according to this site. */
  | { what: 'shorter'; entries: number; seen: number }
  /** The log no longer contains what this browser saw in it earlier. */
  | { what: 'rewritten'; entries: number }
  /** An entry is not the one that was signed. */
  | { what: 'altered'; entry: number }
  /** The entries as a whole are not what was signed, but no single one can be identified. */
  | { what: 'other-log'; entries: number }
  /** These entries could not be parsed. */
  | { what: 'unreadable'; entry: number }
  | { what: 'fault'; entry: number; fault: RecountFault }
  /** Of the edition of that year; null for all editions together. */
  | {
      what: 'sum';
      of: 'payments' | 'votes' | 'XAF' | 'USD';
      year: string | null;
      log: number;
      site: number;
    }
  | { what: 'total'; artist: string; category: string; log: number; site: number }
  | { what: 'name'; log: string; site: string };

/** Whether the recount was compared with totals of the site, which may hide or seal them. */
export type Compared = 'totals' | 'hidden' | 'sealed';

export type Outcome =
  | { is: 'equal'; entries: number; sealed: number; compared: Compared }
  | { is: 'different'; difference: Difference }
  /** Nothing has been signed yet. */
  | { is: 'empty' }
  /** The network or the site failed during the recount. */
  | { is: 'unreachable' };

export interface Progress {
  /** `waiting`: new votes were cast during the recount and are expected in the log. */
  doing: 'reading' | 'comparing' | 'waiting';
  entries: number;
  of: number;
}

/** The checkpoint that this browser stored, and its log. */
export interface Seen extends SeenLog {
  origin: string;
}

/** Thrown to end a recount with a difference. */
export class Found extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.is);
    this.outcome = outcome;
  }
}

export const different = (difference: Difference): Found =>
  new Found({ is: 'different', difference });
