import { join } from 'node:path';
import type { Handler } from 'express';
import { type CallerIdentity, type SignInSandbox, signInSettings } from './auth';
import { ClientErrors } from './client-errors';
import type { Config, MailSettings, WitnessSettings } from './config';
import type { DatabaseHandle } from './db/client';
import type { Lifecycle } from './http';
import { ImageCache, openUploads, Photos } from './images';
import { SignerMemory, Witnesses } from './open-count';
import type { BuiltSite } from './pages';
import {
  type CaptchaSandbox,
  connectPayments,
  type ProviderSandboxes,
  type Timeouts,
} from './payments';
import { DrawingProcess, PictureRenderer, ReceiptPictures } from './pictures';
import type { Logger } from './platform/logger';
import { ReadCache } from './platform/read-cache';
import type { LiveSettings } from './settings';
import { LinkVisits } from './visits';

/** Simulated services where there are no real providers; never in production. */
export interface Sandbox extends ProviderSandboxes {
  /** Null when no captcha is set up. */
  captcha: CaptchaSandbox | null;
  signIn: SignInSandbox;
  witnesses: readonly WitnessSettings[];
  /** Null while its inbox accepts no mail. */
  smtp: MailSettings['smtp'] | null;
  /** Null when the sandbox listens on a port of its own. */
  mounted: {
    /** Mounted at /sandbox. */
    router: Handler;
    /** Stripe's SDK accepts no path: it expects its API under /v1 of a host. */
    stripeApi: Handler;
  } | null;
}

export interface ServiceParts extends Pick<DatabaseHandle, 'db' | 'pool' | 'answers'> {
  config: Config;
  event: LiveSettings;
  logger: Logger;
  lifecycle: Lifecycle;
  /** Null in production. */
  sandbox: Sandbox | null;
  /** The built pages; null in development, where Vite serves them. */
  site: BuiltSite | null;
  /** Age limit of the read cache, in ms. */
  catalogAgeMs: number;
  /** Timeouts of payment providers. */
  timeouts?: Partial<Timeouts> | undefined;
  /** In a rehearsal, whose callers the server before it has signed in. */
  identity?: CallerIdentity | null;
}

export type Services = ReturnType<typeof connectServices>;

/** Creates the services that several rooms share. None of them runs by itself. */
export function connectServices({ sandbox, timeouts, catalogAgeMs, ...parts }: ServiceParts) {
  const { config, db, event, logger } = parts;
  const { context: payments, cardForm } = connectPayments({
    config,
    db,
    event,
    logger,
    sandbox,
    timeouts,
  });
  const { ledgerSigners: signers } = config;
  const witnesses = new Witnesses({
    db,
    signers,
    settings: config.ledgerWitnesses ?? sandbox?.witnesses ?? [],
    logger,
    timeoutMs: timeouts?.timeoutMs,
  });
  const timezone = () => event.current.settings.timezone;
  const uploads = openUploads({ config, logger });
  const photos = new Photos({ dataDir: config.dataDir, uploads, logger });
  const drawer = new DrawingProcess(config);
  const pictureRenderer = new PictureRenderer({
    storage: uploads.rendered,
    privateStorage: new ImageCache(join(config.dataDir, 'private-pictures'), {
      isPrivate: true,
      logger,
    }),
    photos,
    drawer,
    logger,
  });
  return {
    ...parts,
    cache: new ReadCache(catalogAgeMs),
    /** Time zone of the event. */
    timezone,
    payments,
    /** Null while cards are off. */
    cardForm,
    signIn: signInSettings(config, sandbox?.signIn ?? null),
    /** The open count's database, keys and witnesses. */
    log: { db, signers, memory: new SignerMemory(config.dataDir, signers), witnesses },
    witnesses,
    photos,
    drawer,
    pictureRenderer,
    receiptPictures: new ReceiptPictures({
      pictureRenderer,
      isTest: config.moneyNotice !== null,
    }),
    visits: new LinkVisits({ db, timezone, logger }),
    clientErrors: new ClientErrors({ db, logger }),
    /** The mail server; null when no e-mails are sent. */
    smtp: config.mail.smtp ?? sandbox?.smtp ?? null,
    sandbox: sandbox?.mounted ?? null,
  };
}
