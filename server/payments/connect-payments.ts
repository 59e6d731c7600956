import type { Config } from '#server/config/index';
import type { Database } from '#server/db/client';
import { RateLimiter } from '#server/http/index';
import { BackgroundTasks } from '#server/platform/background';
import type { Logger } from '#server/platform/logger';
import { FairQueue } from '#server/platform/places/index';
import { SingleFlight } from '#server/platform/single-flight';
import { hasTooManyDeclines, withDeclineReason } from './card/declines';
import type { PaymentContext } from './context';
import { HeldPolls } from './lifecycle/held-polls';
import { countRejectedPrompt } from './mobile-money/prompt-limit';
import type { CardForm } from './providers/adapter';
import { type CaptchaSandbox, connectCaptcha } from './providers/captcha';
import { connectProviders, type ProviderSandboxes } from './providers/connect';
import type { Timeouts } from './providers/http/provider-http';
import { voteCodeKey } from './providers/vote-code';
import { Recoveries } from './recovery/recoveries';
import { returnLateCharge } from './refunds/carry-out-refund';
import { RouteStates } from './routing/route-states';

/**
 * `max` is about ten seconds' work; those who would wait longer are refused at once. Half of it is
 * out of reach of a single network.
 */
const STARTS = { atOnce: 4, max: 500, maxPerAsker: 250 };

interface Parts {
  config: Config;
  db: Database;
  event: PaymentContext['event'];
  logger: Logger;
  /** Used when no real settings are given; null in production. */
  sandbox: (ProviderSandboxes & { captcha: CaptchaSandbox | null }) | null;
  timeouts?: Partial<Timeouts> | undefined;
}

/** Connects the payment core, for the server and for commands that call providers. */
export function connectPayments({ config, db, event, logger, sandbox, timeouts }: Parts): {
  context: PaymentContext;
  /** Null while cards are off. */
  cardForm: CardForm | null;
} {
  const background = new BackgroundTasks(logger);
  const routes = new RouteStates(db, config.mobileMoneyProviders, logger);
  const { cardForm, ...providers } = connectProviders(config, sandbox, {
    logger,
    timeouts,
    onCircuit: ({ name, operators }, state) =>
      background.run('note that a provider responds, or does not', () =>
        state === 'open'
          ? routes.note(name, operators, { state: 'down', reason: 'no-response' })
          : routes.noteResponding(name, operators),
      ),
  });
  const context: PaymentContext = {
    db,
    ...providers,
    routes,
    captcha: connectCaptcha(config.captcha, sandbox?.captcha ?? null, logger),
    limiter: new RateLimiter({ db, hashKey: config.phoneHashKey, logger, background }),
    waiting: new SingleFlight(),
    checking: new Set(),
    starts: new FairQueue({ kind: 'payment-starts', ...STARTS }),
    checkExtensions: {
      card: {
        mustEnd: hasTooManyDeclines,
        enrich: withDeclineReason,
        afterCheck: returnLateCharge,
      },
      'mobile-money': { afterCheck: countRejectedPrompt },
    },
    recoveries: new Recoveries(),
    heldPolls: new HeldPolls(db),
    phoneHashKey: config.phoneHashKey,
    voteCodeKey: voteCodeKey(config.phoneHashKey),
    event,
    logger,
    background,
  };
  return { context, cardForm };
}
