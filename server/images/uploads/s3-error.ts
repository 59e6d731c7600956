import { AppError } from '#server/errors';

/** The store of pictures is away, or refuses us. Callers see no reason: it names our bucket and key. */
export class S3Error extends AppError {
  /** For operators: what the store said, or how the connection ended. */
  readonly reason: string;

  constructor(reason: string) {
    super(503, 'unavailable', 'Pictures cannot be reached, please try again in a moment', {
      retryAfterSeconds: 5,
    });
    this.name = 'S3Error';
    this.reason = reason;
  }
}
