import { ApiError } from '#client/lib/api/request';
import type { ErrorBody, ErrorIssue } from '#shared/contracts/errors';

/**
 * Returns the paths of the fields that the server names in an error, such as
 * `nominations.0.categoryId`.
 */
export const refusedFields = (error: Error): string[] =>
  refusedIssues(error).map(({ path }) => path);

/** Returns these paths together with the names of the broken rules. */
export function refusedIssues(error: Error): ErrorIssue[] {
  if (!(error instanceof ApiError) || ![400, 409].includes(error.status)) return [];
  try {
    // The part after the status: all errors of the server have this format.
    const { message } = error;
    const body: Partial<ErrorBody> | null = JSON.parse(message.slice(message.indexOf('{')));
    return body?.issues ?? [];
  } catch {
    return []; // For example a proxy's page.
  }
}
