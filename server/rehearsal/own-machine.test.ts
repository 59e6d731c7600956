import { createServer, request } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reachOnly } from './own-machine';

const { connect: original } = Socket.prototype;
const server = createServer((_req, res) => res.end('here'));
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  reachOnly('postgres://awards@database.internal:5432/awards');
});
afterAll(() => {
  Socket.prototype.connect = original;
  server.close();
});

const errorOf = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('error', ({ message }) => resolve(message)));

test('this machine is reached, by every client', async () => {
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  const status = await new Promise((resolve) =>
    request(`http://localhost:${port}/x`, (res) => resolve(res.statusCode)).end(),
  );
  expect(status).toBe(200);
});

test('nothing else is, whoever asks for it', async () => {
  const refused = 'a rehearsal does not reach api.stripe.com';
  expect(await errorOf(connect(443, 'api.stripe.com'))).toBe(refused);
  expect(await errorOf(connect({ host: 'api.stripe.com', port: 443 }))).toBe(refused);
  expect(await errorOf(connectTls({ host: 'api.stripe.com', port: 443 }))).toBe(refused);
  expect(await errorOf(connect('/run/other.sock'))).toBe(
    'a rehearsal does not reach /run/other.sock',
  );
  await expect(fetch('https://api.stripe.com/v1')).rejects.toMatchObject({
    cause: { message: refused },
  });
});

test('the database’s host is', async () => {
  const message = await errorOf(connect(5432, 'database.internal'));
  expect(message).not.toContain('does not reach');
});
