import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createWebServer } from './web-server';

const HSTS = 'max-age=31536000; includeSubDomains';

/** Sends these bytes on a new connection. */
async function send(request: string): Promise<Socket> {
  const server = createWebServer((_req, res) => res.end('read'), HSTS).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  return socket;
}

const ask = async (request: string): Promise<string> => text(await send(request));

const addressOf = (length: number) =>
  `GET /checkout?artist=${'x'.repeat(length)} HTTP/1.1\r\nHost: vote\r\nConnection: close\r\n\r\n`;

test('a long address is accepted', async () => {
  expect(await ask(addressOf(50_000))).toMatch(/^HTTP\/1\.1 200 [\s\S]*read/);
});

test('an address that is too long gets a page with a link to the home page', async () => {
  const answer = await ask(addressOf(70_000));
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('href="/"');
});

test('bytes that are not an HTTP request are rejected', async () => {
  expect(await ask('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ['that is too long', () => addressOf(70_000)],
  ['that is none', () => 'nonsense\r\n\r\n'],
])('the response to a request %s has the security headers', async (_what, request) => {
  const answer = await ask(request());
  expect(answer).toContain("frame-ancestors 'none'");
  expect(answer).toContain('X-Content-Type-Options: nosniff');
  expect(answer).toContain(`Strict-Transport-Security: ${HSTS}`);
});

test('a connection stays open longer than the minute for which a load balancer keeps it', async () => {
  const socket = await send('GET / HTTP/1.1\r\nHost: vote\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('Keep-Alive: timeout=75\r\n');
  socket.destroy();
});
