/** A backup cannot be taken or restored; why, and what to do, is in the message. */
export class BackupError extends Error {}
