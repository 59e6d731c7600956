import type { RecountFault } from '#shared/open-count/recount';
import type { SeenLog } from '../../model/seen-log';

/** What does not agree, with what is signed or with what this site shows. */
export type Difference =
  /** The checkpoint: none of the log's keys has signed it, or it is none. */
  | { what: 'unsigned' }
  /** No key has signed it that this browser has seen before. */
  | { what: 'other-key' }
  /** The log had more entries when this browser saw it last, or has by this site's own words. */
  | { what: 'shorter'; entries: number; seen: number }
  /** What this browser saw in the log before is not what stands there now. */
  | { what: 'rewritten'; entries: number }
  /** An entry is not the one that was signed. */
  | { what: 'altered'; entry: number }
  /** All entries together are not what was signed, and no single one can be named. */
  | { what: 'other-log'; entries: number }
  /** These entries came in no form that could be read. */
  | { what: 'unreadable'; entry: number }
  | { what: 'fault'; entry: number; fault: RecountFault }
  | { what: 'sum'; of: 'payments' | 'votes' | 'XAF' | 'USD'; log: number; site: number }
  | { what: 'total'; artist: string; category: string; log: number; site: number }
  | { what: 'name'; log: string; site: string };

/** What the totals were held against: a site that keeps them back shows nothing to compare with. */
export type Compared = 'totals' | 'hidden' | 'sealed';

export type Outcome =
  | { is: 'equal'; entries: number; sealed: number; compared: Compared }
  | { is: 'different'; difference: Difference }
  /** Nothing has been signed yet. */
  | { is: 'empty' }
  /** The network, or the site, gave out on the way. */
  | { is: 'unreachable' };

export interface Progress {
  /** `waiting`: votes came in meanwhile, and are waited for in the log. */
  doing: 'reading' | 'comparing' | 'waiting';
  entries: number;
  of: number;
}

/** What this browser remembers, and of which log. */
export interface Seen extends SeenLog {
  origin: string;
}

/** Ends a recount. */
export class Found extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.is);
    this.outcome = outcome;
  }
}

export const different = (difference: Difference): Found =>
  new Found({ is: 'different', difference });
