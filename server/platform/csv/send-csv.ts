import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Returns a file name with the current day in this time zone, such as `activity-2025-11-21.csv`.
 */
export const csvNameOfToday = (name: string, timeZone: string): string =>
  `${name}-${new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())}.csv`;

/**
 * Streams a table as a file, with one batch in memory at a time and no faster than the client
 * reads.
 */
export async function sendCsv(
  res: Response,
  fileName: string,
  batches: AsyncIterable<string>,
): Promise<void> {
  res.attachment(fileName).type('text/csv; charset=utf-8');
  try {
    // One batch waits for the client while the next one is being loaded, no more.
    await pipeline(Readable.from(batches, { highWaterMark: 1 }), res);
  } catch (error) {
    // The browser has closed the connection.
    if (!isClosedEarly(error)) throw error;
  }
}

const isClosedEarly = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
