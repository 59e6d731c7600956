import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeServer } from '#server/compose';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { freshPhone } from '../support/given';

// A draft is rehearsed by the real process, on a copy of it, with simulated money and another time.

const YEAR = '2031';
const OPENS = '2031-11-01T08:00:00.000Z';
const CLOSES = '2031-11-28T20:00:00.000Z';
const CONTROLS = `/api/admin/editions/${YEAR}/rehearsal`;

let app: TestApp;
let owner: Awaited<ReturnType<typeof anAdministrator>>;
let url: string;
let uploads: string;
let database: Client;
let stop: () => Promise<void>;
/** The cookies of the owner's browser. */
let jar: Map<string, string>;

beforeAll(async () => {
  app = await startTestApp();
  uploads = await mkdtemp(path.join(tmpdir(), 'awards-uploads-'));
  database = new Client({ connectionString: app.ownerUrl });
  await database.connect();
  owner = await anAdministrator(app);
  await app.given.artist();
  const { body: listed } = await owner.get('/api/admin/categories').expect(200);
  await owner
    .post('/api/admin/editions')
    .send({
      year: YEAR,
      from: {
        year: app.deps.event.current.settings.year,
        categories: listed.map(({ id }: { id: string }) => ({ id, nominees: 'all' })),
      },
    })
    .expect(201);
  await database.query(
    `update editions set settings = settings || $1::jsonb where state = 'draft'`,
    [JSON.stringify({ opensAt: OPENS, closesAt: CLOSES })],
  );
  await app.deps.event.reload();
  // The same server with rehearsals, as it is started.
  const composed = composeServer({
    ...app.deps,
    sandbox: null,
    listenUrl: app.databaseUrl,
    checksAnswers: true,
    ...({ signIn: undefined } as object),
  } as never);
  const stops: (() => Promise<void>)[] = [];
  stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  const server = createServer(composed.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  stops.push(() => (composed.deps.rehearsalProcess as never as { stop(): Promise<void> }).stop());
}, 120_000);
afterAll(async () => {
  await stop();
  await database.end();
  await rm(uploads, { recursive: true, force: true });
  await app.close();
});
