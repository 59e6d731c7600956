import type { RequestListener } from 'node:http';
import { CATALOG_AGE_MS } from '#shared/domain/polling';
import { type AppDeps, assembleApp, behindCache } from './app';
import { listen } from './db/listen';
import { holdingPolls } from './payments';
import { startWorker } from './platform/worker';
import { RehearsalFront } from './rehearsal';
import type { Running } from './room';
import { connectServices, type ServiceParts } from './services';

export interface ServerParts
  extends Omit<ServiceParts, 'catalogAgeMs'>,
    Pick<AppDeps, 'client' | 'checksAnswers'> {
  /**
   * Connection on which the database sends notifications about changes by other processes; null to
   * receive none.
   */
  listenUrl?: string | null;
  /** Age limit of the read cache, in ms; tests change the catalogue and read it at once. */
  catalogAgeMs?: number;
}

export interface ComposedServer {
  app: RequestListener;
  /** Parts of the application. Tests replace some of them and pass them to `createApp` again. */
  deps: AppDeps;
  /** Calls all listeners of changed settings. */
  onSettings(): void;
  /** Starts everything that runs without a request, and passes on how to stop each of it. */
  startWorkers(onStop: OnStop): void;
}

type OnStop = (name: string, stop: Running['stop']) => void;

/** How often the server looks whether another machine has become the database, in ms. */
const DATABASE_WATCHED_MS = 2_000;

/** Connects the services and builds the whole server, for the start and for tests alike. */
export function composeServer({
  listenUrl = null,
  catalogAgeMs = CATALOG_AGE_MS,
  client,
  checksAnswers = false,
  ...parts
}: ServerParts): ComposedServer {
  const services = connectServices({ ...parts, catalogAgeMs });
  const { config, db, payments, logger } = services;
  const rehearsal = new RehearsalFront({ config, db, logger, directUrl: listenUrl });
  const deps = { ...services, client, checksAnswers, rehearsalProcess: rehearsal };
  const { app, auth, workers, notices, onSettings } = assembleApp(deps);
  const watchDatabase = () =>
    startWorker({
      round: () => deps.answers(),
      pauseMs: () => DATABASE_WATCHED_MS,
      onError: () => undefined,
    });
  return {
    app: rehearsal.before(behindCache(holdingPolls(app, payments), deps), auth),
    deps,
    onSettings,
    startWorkers(onStop) {
      onStop('rehearsal', () => rehearsal.stop());
      const all = new Map<string, () => Running>([['database watch', watchDatabase], ...workers]);
      if (listenUrl !== null) {
        all.set('listening', () => listen({ url: listenUrl, onNotice: notices, logger }));
      }
      for (const [name, start] of all) {
        const running = start();
        onStop(name, (isUrgent) => running.stop(isUrgent));
      }
    },
  };
}
