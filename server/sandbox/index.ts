import { Router } from 'express';
import { campayRoutes } from './campay/routes';
import { CampaySimulator } from './campay/simulator';
import type { CampayDelays } from './campay/switches';
import type { SandboxLogger } from './logger';
import { Phone } from './phone/phone';
import { phoneRoutes } from './phone/routes';

export * from './campay/credentials';
export type { CampayDelays } from './campay/switches';

export interface SandboxOptions {
  /** Where the application's webhook routes live, e.g. http://127.0.0.1:3000; asked when needed. */
  appUrl: () => string;
  /** Where the stand-in keeps its payments across restarts; null keeps them in memory only. */
  stateFile: string | null;
  logger: SandboxLogger;
  /** Whom the prompt asks to pay, and the application's name at the provider. */
  merchant?: string;
  campayDelays?: Partial<CampayDelays>;
}

export interface Sandbox {
  /** To be mounted at `/sandbox`. */
  router: Router;
  campay: CampaySimulator;
  /** Stops everything that runs by itself and puts the payments on disk. */
  close(): Promise<void>;
}

/** The outside world for demo, development and tests: providers over real HTTP, and the phones. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { appUrl, stateFile, logger, merchant = 'Festival Awards', campayDelays = {} } = options;
  const phone = new Phone();
  const campay = new CampaySimulator({
    appUrl,
    merchant,
    stateFile,
    logger,
    phone,
    delays: campayDelays,
  });

  const router = Router();
  router.use('/campay/api', campayRoutes(campay));
  router.use('/phone', phoneRoutes(phone, merchant));
  return { router, campay, close: () => campay.close() };
}
