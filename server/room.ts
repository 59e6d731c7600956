import type { Router } from 'express';
import type { Api } from './http';

/** Something that runs without a request, until it is stopped. */
export interface Running {
  /** @param isUrgent true when open work should be broken off */
  stop(isUrgent: boolean): Promise<void>;
}

/**
 * Registry in which a module registers its parts of the server. Nothing starts before the server
 * does.
 */
export interface Registry {
  /** Endpoints of the contract. */
  api: Api;
  /** Addresses outside the API: pages, files and pictures. */
  site: Router;
  /** Adds a worker; `start` is called once the server runs, in every process. */
  worker(name: string, start: () => Running): void;
  /**
   * Adds a listener of a database channel (`db/listen.ts`); it is called with null after every new
   * connection, because notifications may have been missed.
   */
  onNotice(channel: string, listener: (payload: string | null) => void): void;
  /** Adds a listener that is called when the event's settings have changed. */
  onSettings(listener: () => void): void;
}

/** The one shape in which a room registers itself: endpoints, workers and listeners. */
export type Register<Deps> = (registry: Registry, deps: Deps) => void;
