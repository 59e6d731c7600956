import type { Request } from 'express';
import { countSecurityEvent } from '#server/platform/instruments';
import type { Logger } from '#server/platform/logger';
import { clientHash } from './limits';

type SecurityEvent =
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'admin-refused'
  | 'role-given'
  | 'role-taken'
  | 'invited'
  | 'invitation-withdrawn'
  | 'sessions-ended'
  | 'payments-exported'
  | 'activity-exported'
  | 'refund-requested'
  | 'refunded-by-hand'
  | 'voter-erased';

interface SecurityLogDeps {
  logger: Logger;
  hashKey: string;
}

/** Logs sign-ins, rejections, and exports of data or money, for later investigation. */
export class SecurityLog {
  readonly #deps: SecurityLogDeps;

  constructor(deps: SecurityLogDeps) {
    this.#deps = deps;
  }

  /**
   * @param details constants of ours and ids; `userId` is given when it is not the signed-in user's
   */
  log({ ip, user }: Request, securityEvent: SecurityEvent, details: object = {}): void {
    const { logger, hashKey } = this.#deps;
    countSecurityEvent(securityEvent);
    const client = clientHash(hashKey, ip);
    const who = user ? { userId: user.id } : {};
    logger.info({ securityEvent, ...who, client, ...details }, 'security');
  }
}
