import type { Database } from '../db/client';
import type { RateLimiter } from '../http';
import type { BackgroundTasks } from '../platform/background';
import type { Logger } from '../platform/logger';
import type { SingleFlight } from '../platform/single-flight';
import type { LiveSettings } from '../settings';
import type { HeldPolls } from './checks/held-polls';
import type { Captcha } from './providers/captcha';
import type {
  CardProvider,
  MobileMoneyProvider,
  NamedRecord,
  PaymentProvider,
} from './providers/provider';
import type { Recovery, RecoveryReason } from './recovery/recovery';

/** Makes payments again that are not in the database. */
export interface Recovering {
  /** @returns null where it is not tried now */
  try(
    context: PaymentContext,
    provider: PaymentProvider,
    named: NamedRecord,
    reason: RecoveryReason,
  ): Promise<Recovery | null>;
}

/** What the payment core needs of the world. */
export interface PaymentContext {
  db: Database;
  /** Null while the method is off. */
  mobileMoney: MobileMoneyProvider | null;
  /** Take no new payments; those they have are still checked. */
  formerMobileMoney: readonly MobileMoneyProvider[];
  /** Null while the method is off. */
  cards: CardProvider | null;
  /** Null where nobody tells people from programs. */
  captcha: Captcha | null;
  limiter: RateLimiter;
  /** Those who wait for a check of the same payment. */
  waiting: SingleFlight<'some' | 'none'>;
  /** Makes payments again that our database has lost. */
  recoveries: Recovering;
  /** Those who wait for a payment to move. */
  heldPolls: HeldPolls;
  phoneHashKey: string;
  /** Of the vote lines that travel to providers. */
  voteCodeKey: Buffer;
  /** What the organiser has set, at this moment, and what PostgreSQL's clock says. */
  event: Pick<LiveSettings, 'current' | 'now'>;
  logger: Logger;
  background: BackgroundTasks;
}

/** All providers that payments can be checked with. */
export const providersOf = ({
  mobileMoney,
  formerMobileMoney,
  cards,
}: Pick<PaymentContext, 'mobileMoney' | 'formerMobileMoney' | 'cards'>): PaymentProvider[] =>
  [mobileMoney, ...formerMobileMoney, cards].filter((provider) => provider !== null);
