import { AppError } from '#server/errors';
import type { Logger } from '#server/platform/logger';
import { ReportThrottle } from '#server/platform/report-throttle';
import type { Caller } from '../caller';
import { Budget } from './budget';
import type { RateLimiter } from './rate-limiter';
import { IDENTITY_LOOK_UPS, LOOK_UP_MISSES, LOOK_UPS } from './rules';

/** Limit per address of codes that do not exist. People mistype one; scripts try them out. */
const UNKNOWN_CODES = { name: 'unknown-codes', max: 60, seconds: 60 };
const ALARM_EVERY_MS = 60_000;
const SITE = { limit: LOOK_UP_MISSES, subject: 'site' };

/**
 * Limits look-ups of payments by number, e-mail or reference. Misses are counted for the whole
 * site, because an attacker who tries out numbers uses many addresses.
 */
export class LookUps {
  readonly #limiter: RateLimiter;
  readonly #logger: Logger;
  readonly #unknownCodes = new Budget(UNKNOWN_CODES);
  readonly #alarms = new ReportThrottle(ALARM_EVERY_MS);

  constructor(limiter: RateLimiter, logger: Logger) {
    this.#limiter = limiter;
    this.#logger = logger;
  }

  /**
   * @param identity the requested number or e-mail, normalised; null for a reference
   * @throws AppError 429 for too many from this address or about this identity, and for unknown
   *   clients while the site has had too many misses
   */
  async admit({ ip, device }: Caller, identity: string | null): Promise<void> {
    if (device === null) await this.#limiter.assertCapacity([SITE]);
    await this.#limiter.countFrom(ip, LOOK_UPS);
    if (identity !== null) {
      await this.#limiter.count({ limit: IDENTITY_LOOK_UPS, subject: identity });
    }
  }

  /** Counts a look-up without a result. */
  async noteMiss(): Promise<void> {
    await this.#limiter.count(SITE).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      this.#alarms.report((times) => {
        const alarm = { alarm: 'look-up-misses', times };
        this.#logger.warn(
          alarm,
          'numbers may be being tried out: look-ups by unknown clients are refused',
        );
      });
    });
  }

  /** @throws AppError 429 after too many codes that do not exist */
  admitCode({ ip, device }: Caller): void {
    if (device === null) this.#unknownCodes.assertLeftFrom(ip);
    else this.#unknownCodes.assertLeft(device);
  }

  /** Counts a code that does not exist. */
  noteUnknownCode({ ip, device }: Caller): void {
    if (device === null) this.#unknownCodes.spendFrom(ip);
    else this.#unknownCodes.spend(device);
  }
}
