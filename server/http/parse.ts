import type { z } from 'zod';
import type { ErrorIssue } from '#shared/contracts/errors';
import { invalid } from '../errors';

/**
 * The one door for outside input.
 * @throws AppError 400 with an issue for each field at fault
 */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid('The request is not valid', result.error.issues.map(toIssue));
}

const toIssue = (issue: z.core.$ZodIssue): ErrorIssue => ({
  path: issue.path.join('.'),
  message: issue.message,
});
