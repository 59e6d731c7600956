import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app';
import { hashPhone } from '#server/payments/index';
import { startTestApp, type TestApp } from '../support/app';
import { builtProgram } from '../support/built-program';
import { freshPhone } from '../support/given';

const NEW_KEY = 'another-key-of-at-least-32-characters';

let app: TestApp;
const program = builtProgram('commands/rehash-phones');
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
});

/** The application after a restart with the new key. */
const restartedApp = () => {
  const { deps, config, context } = app;
  const phoneHashKey = NEW_KEY;
  return request(
    createApp({
      ...deps,
      config: { ...config, phoneHashKey },
      payments: { ...context, phoneHashKey },
    }),
  );
};

async function rehash(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.config.dataDir,
      PHONE_HASH_KEY: NEW_KEY,
    },
  });
  return stdout.trim();
}

test('with a new key, receipts are found by number once the hashes are computed again', async () => {
  const { nominations } = await app.given.artist();
  const phoneNumber = freshPhone();
  const phoneHash = hashPhone(phoneNumber, app.config.phoneHashKey);
  await app.given.completedPayment(nominations, { phoneNumber, phoneHash });
  await app.given.completedPayment(nominations, { provider: 'stripe', phoneNumber: null });
  const found = async (server: Pick<typeof app.http, 'post'>) => {
    const { body } = await server.post('/api/receipts/lookup').send({ phoneNumber }).expect(200);
    return body.receipts.length;
  };
  expect(await found(app.http)).toBe(1);
  expect(await found(restartedApp())).toBe(0);

  expect(await rehash()).toMatch(/^1 phone hashes /);
  expect(await found(restartedApp())).toBe(1);
  expect(await rehash()).toMatch(/^0 phone hashes /);
});
