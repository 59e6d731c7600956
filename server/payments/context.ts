import type { Database } from '../db/client';
import type { RateLimiter } from '../http';
import type { BackgroundTasks } from '../platform/background';
import type { Logger } from '../platform/logger';
import type { SingleFlight } from '../platform/single-flight';
import type { LiveSettings } from '../settings';
import type { Captcha } from './card/captcha';
import type { HeldPolls } from './checks/held-polls';
import type {
  CardProvider,
  MobileMoneyProvider,
  NamedRecord,
  PaymentProvider,
} from './providers/provider';
import type { Recovery, RecoveryReason } from './recovery/recovery';

/** Recovers payments that are not in the database. */
export interface Recovering {
  /** @returns null when no attempt is made now */
  try(
    context: PaymentContext,
    provider: PaymentProvider,
    named: NamedRecord,
    reason: RecoveryReason,
  ): Promise<Recovery | null>;
}

/** Dependencies of the payment core. */
export interface PaymentContext {
  db: Database;
  /** Null while the method is off. */
  mobileMoney: MobileMoneyProvider | null;
  /** Providers that take no new payments; their existing ones are still checked. */
  formerMobileMoney: readonly MobileMoneyProvider[];
  /** Null while the method is off. */
  cards: CardProvider | null;
  /** Null when no captcha is set up. */
  captcha: Captcha | null;
  limiter: RateLimiter;
  /** Shares one wait among callers that wait for a check of the same payment. */
  waiting: SingleFlight<'some' | 'none'>;
  /** Recovers payments that our database has lost. */
  recoveries: Recovering;
  /** Polls that wait for a payment to change. */
  heldPolls: HeldPolls;
  phoneHashKey: string;
  /** Key of the vote codes sent to providers. */
  voteCodeKey: Buffer;
  /** The organiser's current settings and the time by PostgreSQL's clock. */
  event: Pick<LiveSettings, 'current' | 'now'>;
  logger: Logger;
  background: BackgroundTasks;
}

/** All providers whose payments can be checked. */
export const providersOf = ({
  mobileMoney,
  formerMobileMoney,
  cards,
}: Pick<PaymentContext, 'mobileMoney' | 'formerMobileMoney' | 'cards'>): PaymentProvider[] =>
  [mobileMoney, ...formerMobileMoney, cards].filter((provider) => provider !== null);
