import type { Database } from '../db/client';
import type { RateLimiter } from '../http';
import type { BackgroundTasks } from '../platform/background';
import type { Logger } from '../platform/logger';
import type { SingleFlight } from '../platform/single-flight';
import type { Captcha } from './card/captcha';
import type { CardProvider, MobileMoneyProvider, PaymentProvider } from './providers/provider';

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
  phoneHashKey: string;
  eventName: string;
  voting: VotingWindow;
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

export interface VotingWindow {
  opensAt: Date | null;
  closesAt: Date | null;
}

/** New payments start only inside the window; one started inside counts whenever it is approved. */
export const isVotingOpen = ({ opensAt, closesAt }: VotingWindow, now: Date): boolean =>
  (opensAt === null || now >= opensAt) && (closesAt === null || now < closesAt);
