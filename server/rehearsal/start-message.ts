/** Message by which the server starts the process of a rehearsal. */
export interface StartMessage {
  /** Direct address of the database, which bypasses a pooler. */
  databaseUrl: string;
  publicUrl: string;
  /** Value of Strict-Transport-Security; null when browsers do not reach us over https. */
  hsts: string | null;
  /** Names of the mobile money providers to simulate. */
  mobileMoneyProviders: readonly string[];
  /** Folder of the uploaded pictures, which are read and never changed. */
  uploadsDir: string;
  logLevel: string;
  /** Rehearsal to serve. */
  runId: string;
}

/**
 * Message of the process: it serves, or has ended before that for this reason. `isTaken`: another
 * process of the rehearsal runs, or is starting.
 */
export type StartedMessage =
  | { isReady: true }
  | { isReady: false; reason: string; isTaken?: boolean };
