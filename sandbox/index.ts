import { join } from 'node:path';
import { Router } from 'express';
import { campayRoutes } from './campay/routes';
import { CampaySandbox } from './campay/sandbox';
import type { CampayDelays } from './campay/switches';
import { CAPTCHA_SANDBOX_PATH, CaptchaSandbox, captchaConnection } from './captcha/captcha';
import { sandboxEnvironment } from './environment';
import { fapshiRoutes } from './fapshi/routes';
import { FapshiSandbox } from './fapshi/sandbox';
import type { FapshiDelays } from './fapshi/switches';
import { Inbox } from './inbox/inbox';
import { inboxRoutes } from './inbox/routes';
import type { SandboxLogger } from './logger';
import type { MtnMomoDelays } from './mtn-momo/delays';
import { mtnMomoRoutes } from './mtn-momo/routes';
import { MtnMomoSandbox } from './mtn-momo/sandbox';
import { pawapayRoutes } from './pawapay/routes';
import { PawapaySandbox } from './pawapay/sandbox';
import type { PawapayDelays } from './pawapay/switches';
import { Phone } from './phone/phone';
import { phoneRoutes } from './phone/routes';
import { providerMoodRoutes } from './provider-moods/routes';
import { DEMO_ROLES } from './sign-in/accounts';
import {
  SIGN_IN_SANDBOX_CLIENT_ID,
  SIGN_IN_SANDBOX_CLIENT_SECRET,
  SIGN_IN_SANDBOX_PATH,
} from './sign-in/credentials';
import { signInRoutes } from './sign-in/routes';
import { SignInSandbox } from './sign-in/sandbox';
import { stripeApiRoutes } from './stripe/api-routes';
import { stripeBrowserRoutes } from './stripe/browser-routes';
import { STRIPE_SANDBOX_SCRIPT_PATH } from './stripe/credentials';
import { StripeSandbox } from './stripe/sandbox';
import type { StripeDelays } from './stripe/switches';
import { WITNESS_SANDBOX_PATH, witnessConnection } from './witness/credentials';
import { witnessRoutes } from './witness/routes';
import { WitnessSandbox } from './witness/sandbox';

export * from './campay/credentials';
export type { CampayDelays } from './campay/switches';
export { sandboxEnvironment } from './environment';
export * from './fapshi/credentials';
export type { FapshiDelays } from './fapshi/switches';
export * from './mtn-momo/credentials';
export type { MtnMomoDelays } from './mtn-momo/delays';
export * from './pawapay/credentials';
export type { PawapayDelays } from './pawapay/switches';
export * from './sign-in/credentials';
export {
  STRIPE_SANDBOX_PUBLISHABLE_KEY,
  STRIPE_SANDBOX_SCRIPT_PATH,
  STRIPE_SANDBOX_SECRET_KEY,
  STRIPE_SANDBOX_WEBHOOK_SECRET,
} from './stripe/credentials';
export { STRIPE_FAULTS } from './stripe/faults';
export type { StripeDelays } from './stripe/switches';
export { WITNESS_SANDBOX_SIGNER } from './witness/credentials';

export interface SandboxOptions {
  /** Origin of the application's webhook routes, e.g. http://127.0.0.1:3000; called when needed. */
  appUrl: () => string;
  /** Folder in which each sandbox stores its state across restarts; null keeps it in memory. */
  stateDir: string | null;
  logger: SandboxLogger;
  /** Merchant shown in the prompt, and the application's name at the provider. */
  merchant?: string;
  campayDelays?: Partial<CampayDelays>;
  fapshiDelays?: Partial<FapshiDelays>;
  mtnMomoDelays?: Partial<MtnMomoDelays>;
  pawapayDelays?: Partial<PawapayDelays>;
  stripeDelays?: Partial<StripeDelays>;
  /** Origins of the application and of the sandbox for browsers; both default to `appUrl`. */
  signInOrigins?: { client: () => string; issuer: () => string };
}

export interface Sandbox {
  /** Must be mounted at `/sandbox`. */
  router: Router;
  campay: CampaySandbox;
  fapshi: FapshiSandbox;
  mtnMomo: MtnMomoSandbox;
  pawapay: PawapaySandbox;
  stripe: StripeSandbox;
  captcha: CaptchaSandbox;
  /** Accepts no mail before it is opened. */
  inbox: Inbox;
  signIn: SignInSandbox;
  witness: WitnessSandbox;
  /** Must be mounted at `/v1` of an origin, because Stripe's SDK supports no other path. */
  stripeApi: Router;
  /** Stops all background activity and writes the payments to disk. */
  close(): Promise<void>;
}

/**
 * Simulates all external services for demo, development and tests: providers over real HTTP, and
 * the phones.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { appUrl, stateDir, logger, merchant = 'Festival Awards' } = options;
  const stateFile = (name: string) => (stateDir === null ? null : join(stateDir, name));
  const phone = new Phone();
  const wallet = { appUrl, merchant, logger, phone };
  const campay = new CampaySandbox({
    ...wallet,
    stateFile: stateFile('sandbox-campay.json'),
    delays: options.campayDelays ?? {},
  });
  const fapshi = new FapshiSandbox({
    ...wallet,
    stateFile: stateFile('sandbox-fapshi.json'),
    delays: options.fapshiDelays ?? {},
  });
  const mtnMomo = new MtnMomoSandbox({
    ...wallet,
    stateFile: stateFile('sandbox-mtn-momo.json'),
    delays: options.mtnMomoDelays ?? {},
  });
  const pawapay = new PawapaySandbox({
    ...wallet,
    stateFile: stateFile('sandbox-pawapay.json'),
    delays: options.pawapayDelays ?? {},
  });
  const stripe = new StripeSandbox({
    appUrl,
    stateFile: stateFile('sandbox-stripe.jsonl'),
    logger,
    delays: options.stripeDelays ?? {},
  });
  const signIn = new SignInSandbox({
    issuerOrigin: options.signInOrigins?.issuer ?? appUrl,
    clientOrigin: options.signInOrigins?.client ?? appUrl,
    stateFile: stateFile('sandbox-oidc.json'),
    logger,
  });

  const witness = new WitnessSandbox({
    appUrl,
    stateFile: stateFile('sandbox-witness.json'),
    logger,
  });

  const inbox = new Inbox(logger);
  const captcha = new CaptchaSandbox();

  const router = Router();
  router.use('/campay/api', campayRoutes(campay));
  router.use('/fapshi', fapshiRoutes(fapshi));
  router.use('/mtn-momo', mtnMomoRoutes(mtnMomo));
  router.use('/pawapay', pawapayRoutes(pawapay));
  router.use(
    '/phone',
    phoneRoutes(phone, merchant, () => [...fapshi.testNumbers(), ...pawapay.testNumbers()]),
  );
  const moody = { Campay: campay, Fapshi: fapshi, 'MTN MoMo': mtnMomo, pawaPay: pawapay };
  router.use('/providers', providerMoodRoutes(moody, merchant));
  router.use('/inbox', inboxRoutes(inbox, merchant));
  router.use('/stripe', stripeBrowserRoutes(stripe));
  router.use(CAPTCHA_SANDBOX_PATH.replace('/sandbox', ''), captcha.routes());
  router.use(SIGN_IN_SANDBOX_PATH.replace('/sandbox', ''), signInRoutes(signIn, merchant));
  router.use(WITNESS_SANDBOX_PATH.replace('/sandbox', ''), witnessRoutes(witness));
  const close = async () => {
    stripe.close();
    const wallets = [campay, fapshi, mtnMomo, pawapay];
    await Promise.all([...wallets.map((one) => one.close()), inbox.close()]);
  };
  const stripeApi = stripeApiRoutes(stripe);
  const providers = { campay, fapshi, mtnMomo, pawapay, stripe };
  return { router, ...providers, captcha, stripeApi, inbox, signIn, witness, close };
}

interface Origins {
  /** Origin of `router` and `stripeApi`, for this machine. */
  origin: string;
  /** The same for browsers. */
  issuer: string;
  /** Origin of the application, for this machine. */
  app: string;
}

/** Settings with which an application uses a sandbox instead of the real providers. */
export const sandboxConnection = ({ origin, issuer, app }: Origins) => ({
  variables: sandboxEnvironment(origin),
  callbackOrigin: app,
  stripeScriptUrl: STRIPE_SANDBOX_SCRIPT_PATH,
  captcha: captchaConnection(origin),
  witnesses: witnessConnection(origin),
  signIn: {
    settings: {
      issuerUrl: `${issuer}${SIGN_IN_SANDBOX_PATH}`,
      clientId: SIGN_IN_SANDBOX_CLIENT_ID,
      clientSecret: SIGN_IN_SANDBOX_CLIENT_SECRET,
    },
    backchannelOrigin: origin,
    roles: DEMO_ROLES,
  },
});
