import { ApiError } from '#client/lib/api/request';
import type { ErrorBody } from '#shared/contracts/errors';

/**
 * Returns the paths of the fields that the server names in an error, such as
 * `nominations.0.categoryId`.
 */
export function refusedFields(error: Error): string[] {
  if (!(error instanceof ApiError) || error.status !== 400) return [];
  try {
    // The part after the status: all errors of the server have this format.
    const { message } = error;
    const body: Partial<ErrorBody> | null = JSON.parse(message.slice(message.indexOf('{')));
    return (body?.issues ?? []).map(({ path }) => path);
  } catch {
    return []; // For example a proxy's page.
  }
}
