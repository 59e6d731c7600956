import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createWebServer } from './web-server';

const HSTS = 'max-age=31536000; includeSubDomains';

/** Sends these bytes, on a connection of their own. */
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

test('a long address is read', async () => {
  expect(await ask(addressOf(50_000))).toMatch(/^HTTP\/1\.1 200 [\s\S]*read/);
});

test('one that is longer still gets a page that leads home', async () => {
  const answer = await ask(addressOf(70_000));
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('href="/"');
});

test('what is no request at all is refused', async () => {
  expect(await ask('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ['that is too long', () => addressOf(70_000)],
  ['that is none', () => 'nonsense\r\n\r\n'],
])(
  'the answer to a request %s is framed, guessed and reached otherwise by nobody',
  async (_what, request) => {
    const answer = await ask(request());
    expect(answer).toContain("frame-ancestors 'none'");
    expect(answer).toContain('X-Content-Type-Options: nosniff');
    expect(answer).toContain(`Strict-Transport-Security: ${HSTS}`);
  },
);

test('a connection outlives the minute for which a load balancer keeps it', async () => {
  const socket = await send('GET / HTTP/1.1\r\nHost: vote\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('Keep-Alive: timeout=75\r\n');
  socket.destroy();
});
