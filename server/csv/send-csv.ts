import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a table as a file, a batch of its lines in memory at a time and no faster than they are read.
 * @param name of the file, with the day on the event's clock put between it and its ending
 */
export async function sendCsv(
  res: Response,
  name: string,
  timezone: string,
  batches: AsyncIterable<string>,
): Promise<void> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date());
  res.attachment(`${name}-${day}.csv`).type('text/csv; charset=utf-8');
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
