import type { BackgroundTasks } from '../background';
import type { Database } from '../db/client';
import type { Logger } from '../logger';
import type { MobileMoneyProvider } from './providers/provider';

/** What the payment core needs of the world. */
export interface PaymentContext {
  db: Database;
  /** Null while the method is off. */
  mobileMoney: MobileMoneyProvider | null;
  phoneHashKey: string;
  eventName: string;
  voting: VotingWindow;
  logger: Logger;
  background: BackgroundTasks;
}

export interface VotingWindow {
  opensAt: Date | null;
  closesAt: Date | null;
}

/** New payments start only inside the window; one started inside counts whenever it is approved. */
export const isVotingOpen = ({ opensAt, closesAt }: VotingWindow, now: Date): boolean =>
  (opensAt === null || now >= opensAt) && (closesAt === null || now < closesAt);
