import { NetworkLink } from '../faults/support/network-link';
import type { Watch } from '../faults/support/watch';
import type { TestDatabase } from './database';

/**
 * First letters of the driver's messages for a statement: a text, one to parse, one parsed before.
 */
const STATEMENT = new Set(['Q', 'P', 'B'].map((letter) => letter.charCodeAt(0)));
/** A simple query: a letter, a length, the text. */
const BEGIN = /^Q[\s\S]{4}begin\b/i;
const END = /^Q[\s\S]{4}(commit|rollback)\b/i;

/** A relay to a database that breaks all connections at a chosen statement. */
export async function cuttable(database: TestDatabase) {
  /** Number of statements that still pass; null for all. */
  let remaining: number | null = null;
  let isCut = false;
  /**
   * For each statement since the last call of `takeStatements`, whether it was between two of one
   * transaction.
   */
  let seen: boolean[] = [];
  function onConnection() {
    let isInTransaction = false;
    return {
      passesRequest(chunk: Buffer): boolean {
        if (!STATEMENT.has(chunk[0] ?? 0)) return true;
        const text = chunk.toString('latin1');
        seen.push(isInTransaction);
        if (BEGIN.test(text)) isInTransaction = true;
        if (END.test(text)) isInTransaction = false;
        if (remaining === null) return true;
        remaining -= 1;
        if (remaining >= 0) return true;
        remaining = null;
        isCut = true;
        link.mend();
        return false;
      },
      passesResponse: () => true,
    };
  }
  const target = new URL(database.url);
  const link: NetworkLink = await NetworkLink.open(
    () => ({ host: target.hostname, port: Number(target.port) }),
    { onConnection } as unknown as Watch,
  );
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String(link.port);
  return {
    database: {
      ...database,
      url: url.href,
      async drop() {
        await link.close();
        await database.drop();
      },
    },
    /** After this many more statements, the next one never arrives. */
    cutAfter(statements: number) {
      remaining = statements;
      isCut = false;
    },
    /** Restores normal operation. @returns true if the relay was cut */
    restore(): boolean {
      remaining = null;
      return isCut;
    },
    /** For each statement since the last call, whether it was inside a transaction. */
    takeStatements(): boolean[] {
      const since = seen;
      seen = [];
      return since;
    },
  };
}
