import type { Database } from '#server/db/client';
import { AppError } from '#server/errors';
import type { RateLimiter } from '#server/http/index';
import type { BackgroundTasks } from '#server/platform/background';
import type { Logger } from '#server/platform/logger';
import type { FairQueue } from '#server/platform/places/index';
import type { SingleFlight } from '#server/platform/single-flight';
import type { LiveSettings } from '#server/settings/index';
import type { PaymentMethod } from '#shared/domain/payment';
import type { HeldPolls } from './lifecycle/held-polls';
import type { Payment } from './lifecycle/rows/repository';
import type { Captcha } from './providers/captcha';
import type {
  CardProvider,
  MobileMoneyProvider,
  NamedRecord,
  PaymentProvider,
  ProviderReport,
} from './providers/provider';
import type { RouteStates } from './routing/route-states';

/** Result of an attempt to restore a payment that is missing from our database. */
export type Recovery =
  /** Restored, and its votes are counted. */
  | { outcome: 'counted'; paymentId: string }
  /** Restored; not paid yet, or paid with other facts: it is checked like any other payment. */
  | { outcome: 'followed'; paymentId: string }
  /** The payment is in our database. */
  | { outcome: 'known'; paymentId: string }
  /** The provider has no such payment of this site, or it was never paid. */
  | { outcome: 'none' }
  /** The provider's record contains no vote code of this site. */
  | { outcome: 'unreadable'; paymentId: string }
  | { outcome: 'unanswered' };

/** Cause of the attempt: a voter's poll, a webhook, or an entry of a provider's list. */
export type RecoveryReason = 'poll' | 'webhook' | 'list';

/** Restores payments that are missing from our database. */
export interface Recovering {
  /** @returns null when the attempt is rate limited */
  try(
    context: PaymentContext,
    provider: PaymentProvider,
    named: NamedRecord,
    reason: RecoveryReason,
  ): Promise<Recovery | null>;
}

/**
 * Hooks that a payment method adds to the checks of its payments. `connect-payments.ts` passes them
 * in, so that `checks/` imports no payment method.
 */
export interface CheckExtension {
  /** True when an unpaid payment must be ended at its provider instead of being queried. */
  mustEnd?(context: PaymentContext, payment: Payment): Promise<boolean>;
  /** Completes a provider's report with what our own records say. */
  enrich?(
    context: PaymentContext,
    payment: Payment,
    report: ProviderReport,
  ): Promise<ProviderReport>;
  /** Runs once the report is applied and committed. */
  afterCheck?(context: PaymentContext, checked: Checked): Promise<void>;
}

/** A check whose report is applied. */
export interface Checked {
  /** The payment after the report was applied. */
  payment: Payment;
  report: ProviderReport;
  /** True when this check changed the payment's status. */
  hasChanged: boolean;
}

/** Dependencies of the payment core. */
export interface PaymentContext {
  db: Database;
  /** Providers that may take new payments, in the order of the configuration. */
  mobileMoney: readonly MobileMoneyProvider[];
  /** Providers that take no new payments; their existing ones are still checked. */
  formerMobileMoney: readonly MobileMoneyProvider[];
  /** States of the mobile money providers, shared by all processes. */
  routes: RouteStates;
  /** Null while the method is off. */
  cards: CardProvider | null;
  /** Null when no captcha is set up. */
  captcha: Captcha | null;
  limiter: RateLimiter;
  /** Shares one wait among callers that wait for a check of the same payment. */
  waiting: SingleFlight<'some' | 'none'>;
  /** Ids of payments that this process is checking. */
  checking: Set<string>;
  /**
   * Payments that are being stored. Their number is limited, so that when more votes are started
   * than can be handled, those already started are still counted.
   */
  starts: FairQueue;
  checkExtensions: Readonly<Record<PaymentMethod, CheckExtension>>;
  recoveries: Recovering;
  /** Polls that wait for a payment to change. */
  heldPolls: HeldPolls;
  phoneHashKey: string;
  /** Key of the vote codes sent to providers. */
  voteCodeKey: Buffer;
  /** The organiser's current settings and the time by PostgreSQL's clock. */
  event: Pick<LiveSettings, 'current' | 'editions' | 'ofYear' | 'now' | 'at' | 'certainlyAt'>;
  logger: Logger;
  background: BackgroundTasks;
}

/** All providers whose payments can be checked. */
export const providersOf = ({
  mobileMoney,
  formerMobileMoney,
  cards,
}: Pick<PaymentContext, 'mobileMoney' | 'formerMobileMoney' | 'cards'>): PaymentProvider[] => [
  ...mobileMoney,
  ...formerMobileMoney,
  ...(cards ? [cards] : []),
];

/** 503: Stripe did not respond, or cards are switched off. */
export const cardsUnavailable = () =>
  new AppError(503, 'unavailable', 'The card provider does not respond', { retryAfterSeconds: 5 });
