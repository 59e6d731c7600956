import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** A file's name with the day that it is in this zone, such as `activity-2025-11-21.csv`. */
export const csvNameOfToday = (name: string, timeZone: string): string =>
  `${name}-${new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())}.csv`;

/** Sends a table as a file, a batch of its lines in memory at a time and no faster than they are read. */
export async function sendCsv(
  res: Response,
  fileName: string,
  batches: AsyncIterable<string>,
): Promise<void> {
  res.attachment(fileName).type('text/csv; charset=utf-8');
  try {
    // One batch waits for the reader while the next one is being fetched, no more.
    await pipeline(Readable.from(batches, { highWaterMark: 1 }), res);
  } catch (error) {
    // The browser has closed the connection.
    if (!isClosedEarly(error)) throw error;
  }
}

const isClosedEarly = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
