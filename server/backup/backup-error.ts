/** A backup cannot be made or restored; the message contains the reason and what to do. */
export class BackupError extends Error {}
