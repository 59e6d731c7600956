import type { ErrorCode } from '#shared/contracts/errors';
import { AppError } from '../errors';

/** A request of which nothing could be read, so that no single field is at fault but the whole. */
export const unreadable = (status: number, code: ErrorCode, message: string) =>
  new AppError(status, code, message, { issues: [{ path: '', message }] });
