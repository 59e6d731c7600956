import type { Database } from '../db/client';
import type { BackgroundTasks } from '../platform/background';
import type { Logger } from '../platform/logger';
import type { CardProvider, MobileMoneyProvider, PaymentProvider } from './providers/provider';

/** What the payment core needs of the world. */
export interface PaymentContext {
  db: Database;
  /** Null while the method is off. */
  mobileMoney: MobileMoneyProvider | null;
  /** Take no new payments, but are asked about the ones they have. */
  formerMobileMoney: readonly MobileMoneyProvider[];
  /** Null while the method is off. */
  cards: CardProvider | null;
  phoneHashKey: string;
  eventName: string;
  voting: VotingWindow;
  logger: Logger;
  background: BackgroundTasks;
}

/** The providers that can be asked about a payment. */
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
