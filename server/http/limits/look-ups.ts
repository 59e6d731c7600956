import { AppError } from '../../errors';
import type { Logger } from '../../platform/logger';
import { Occasionally } from '../../platform/occasionally';
import type { Caller } from '../caller';
import { Budget } from './budget';
import type { RateLimiter } from './rate-limiter';
import { IDENTITY_LOOK_UPS, LOOK_UP_MISSES, LOOK_UPS } from './rules';

/** Codes from one address that nobody has. People copy one wrongly, machines try them out. */
const UNKNOWN_CODES = { name: 'unknown-codes', max: 60, seconds: 60 };
const ALARM_EVERY_MS = 60_000;
const SITE = { limit: LOOK_UP_MISSES, subject: 'site' };

/**
 * Questions about other people's payments: by a number, an e-mail or a reference. What finds nothing
 * is counted for the whole site, because somebody who tries out numbers comes from many addresses.
 */
export class LookUps {
  readonly #limiter: RateLimiter;
  readonly #logger: Logger;
  readonly #unknownCodes = new Budget(UNKNOWN_CODES);
  readonly #alarms = new Occasionally(ALARM_EVERY_MS);

  constructor(limiter: RateLimiter, logger: Logger) {
    this.#limiter = limiter;
    this.#logger = logger;
  }

  /**
   * @param identity the number or e-mail that is asked about, in one spelling; null for a reference
   * @throws AppError 429 for too many from this address or about this identity, and for strangers
   *   while the site has had too many that found nothing
   */
  async admit({ ip, device }: Caller, identity: string | null): Promise<void> {
    if (device === null) await this.#limiter.assertRoom([SITE]);
    await this.#limiter.countFrom(ip, LOOK_UPS);
    if (identity !== null) {
      await this.#limiter.count({ limit: IDENTITY_LOOK_UPS, subject: identity });
    }
  }

  /** It found nothing. */
  async noteMiss(): Promise<void> {
    await this.#limiter.count(SITE).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      this.#alarms.tell((times) => {
        const alarm = { alarm: 'look-up-misses', times };
        this.#logger.warn(alarm, 'somebody may be trying out numbers: strangers are refused');
      });
    });
  }

  /** @throws AppError 429 after too many codes that nobody has */
  admitCode({ ip, device }: Caller): void {
    if (device === null) this.#unknownCodes.assertLeftFrom(ip);
    else this.#unknownCodes.assertLeft(device);
  }

  /** Nobody has this code. */
  noteUnknownCode({ ip, device }: Caller): void {
    if (device === null) this.#unknownCodes.spendFrom(ip);
    else this.#unknownCodes.spend(device);
  }
}
