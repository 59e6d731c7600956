import { AppError } from '#server/errors';

/**
 * The store of pictures is unavailable, or rejects our requests. Clients do not see the reason,
 * which names our bucket and key.
 */
export class S3Error extends AppError {
  /** For site operators: the store's message, or how the connection failed. */
  readonly reason: string;

  constructor(reason: string) {
    super(503, 'unavailable', 'Pictures cannot be reached, please try again in a moment', {
      retryAfterSeconds: 5,
    });
    this.name = 'S3Error';
    this.reason = reason;
  }
}
