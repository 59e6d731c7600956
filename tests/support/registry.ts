import { Router } from 'express';
import type { Api } from '#server/http/index';
import type { Registry } from '#server/room';

/** A registry for the endpoints of one room: its workers and listeners are not started. */
export const registryOf = (api: Api): Registry => ({
  api,
  site: Router(),
  worker: () => undefined,
  onNotice: () => undefined,
  onSettings: () => undefined,
});
