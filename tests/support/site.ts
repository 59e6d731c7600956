import request from 'supertest';
import { behindCache, createApp } from '#server/app';
import { builtSite } from '#server/pages/index';
import { builtClient } from '#server/platform/client-files';
import type { ReadCache } from '#server/platform/read-cache';
import type { TestApp } from './app';

/** The built site of this app with its pages, as served through a cache. */
export async function siteOf(app: TestApp, cache: ReadCache): Promise<ReturnType<typeof request>> {
  const deps = { ...app.deps, cache, client: builtClient(), site: await builtSite() };
  return request(behindCache(createApp(deps), deps));
}
