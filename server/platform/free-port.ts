import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return address.port;
}
