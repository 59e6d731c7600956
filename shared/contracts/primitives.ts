import { z } from 'zod';

export const uuid = z.uuid();

/** Instants travel as ISO 8601 text. */
export const isoInstant = z.iso.datetime({ offset: true });

export const currency = z.enum(['XAF', 'USD']);

/** What every error answer looks like; `code` is what the client translates. */
export interface ErrorBody {
  message: string;
  code: string;
  issues?: ErrorIssue[];
}

export interface ErrorIssue {
  /** Where in the request, e.g. `nominationVotes.0.voteCount`. */
  path: string;
  message: string;
}
