/**
 * The embedded database cannot run; the message is a sentence for the person who started the
 * server.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
