import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, expect } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/index';

/** A webhook as the application's route received it. */
export interface ReceivedWebhook {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The raw body; empty for GET. */
  text: string;
  /** The parsed body, or for GET the query. */
  fields: Record<string, unknown>;
}

type Options = Pick<
  SandboxOptions,
  'campayDelays' | 'fapshiDelays' | 'mtnMomoDelays' | 'pawapayDelays'
>;

/** Waits for a state, however slow the machine is. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

/**
 * A sandbox over real HTTP and an application that records its webhooks, created again for each
 * test.
 * @param connect what a caller does after each start, such as signing in
 */
export function sandboxWorld(defaults: Options, connect: () => Promise<void> = async () => {}) {
  let application: Server;
  let applicationUrl: string;
  let server: Server;
  let sandbox: Sandbox;

  const world = {
    received: [] as ReceivedWebhook[],
    /** Called while the sandbox waits for the response to a webhook. */
    duringWebhook: () => {},
    /** The application's response to a webhook. */
    webhookStatus: 200,
    get sandbox(): Sandbox {
      return sandbox;
    },
    get url(): string {
      return addressOf(server);
    },
    get applicationUrl(): string {
      return applicationUrl;
    },
    /** @param stateDir null keeps the state in memory */
    async start(options: Options = defaults, stateDir: string | null = null) {
      const logger = { info() {}, warn() {} };
      sandbox = createSandbox({ appUrl: () => applicationUrl, stateDir, logger, ...options });
      server = express().use('/sandbox', sandbox.router).listen(0, '127.0.0.1');
      await once(server, 'listening');
      await connect();
    },
    async stop() {
      await sandbox.close();
      close(server);
    },
    async restart(options: Options = defaults, stateDir: string | null = null) {
      await world.stop();
      await world.start(options, stateDir);
    },
    /** From now on webhooks cannot be delivered. */
    stopApplication: () => close(application),
  };

  beforeEach(async () => {
    world.received = [];
    world.duringWebhook = () => {};
    world.webhookStatus = 200;
    application = createServer(async (req, res) => {
      const { pathname: path, searchParams } = new URL(req.url ?? '', 'http://application');
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const { method = '', headers } = req;
      const fields = method === 'GET' ? Object.fromEntries(searchParams) : JSON.parse(text);
      world.received.push({ method, path, headers, text, fields });
      world.duringWebhook();
      res.writeHead(world.webhookStatus).end();
    });
    application.listen(0, '127.0.0.1');
    await once(application, 'listening');
    applicationUrl = addressOf(application);
    await world.start();
  });

  afterEach(async () => {
    await world.stop();
    close(application);
  });

  return world;
}

export type SandboxWorld = ReturnType<typeof sandboxWorld>;

export interface CallOptions {
  /** Sent as JSON; text is sent as it is. */
  body?: unknown;
  /** Null leaves out a header that is sent by default. */
  headers?: Record<string, string | null>;
  signal?: AbortSignal;
}

/** A call to a provider. @returns the body as JSON when it is declared as such, else as text */
export async function callProvider(method: string, url: string, options: CallOptions = {}) {
  const { body, headers = {}, signal } = options;
  const all = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers };
  const response = await fetch(url, {
    method,
    headers: Object.entries(all).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    ),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

const addressOf = (server: Server) => {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
};

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}
