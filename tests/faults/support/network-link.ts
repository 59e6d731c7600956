import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import type { Watch } from './watch';

export interface Endpoint {
  host: string;
  port: number;
}

/**
 * The network between the application and something it depends on: a TCP relay that can be cut or
 * can swallow everything, and whose watch may keep back what passes.
 */
export class NetworkLink {
  readonly #server: Server;
  readonly #wires = new Set<{ near: Socket; far: Socket; isStranded: boolean }>();
  readonly #far: () => Endpoint;
  readonly #watch: Watch;
  #state: 'up' | 'cut' | 'swallowing' = 'up';
  #delayMs = 0;
  #refused = 0;

  private constructor(far: () => Endpoint, watch: Watch) {
    this.#far = far;
    this.#watch = watch;
    this.#server = createServer((near) => this.#connect(near));
  }

  /** @param far asked at each connection, so that the far end may move */
  static async open(far: () => Endpoint, watch: Watch): Promise<NetworkLink> {
    const link = new NetworkLink(far, watch);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the link is closed');
    return address.port;
  }

  /** How many connections found it cut. */
  get refused(): number {
    return this.#refused;
  }

  /** Breaks every connection and refuses new ones. */
  cut(): void {
    this.#state = 'cut';
    this.#breakAll();
  }

  /** Connections stay, and are still accepted, but nothing passes any more: no error, no answer. */
  swallow(): void {
    this.#state = 'swallowing';
  }

  /** As if the machine behind it were gone, and another had its address: new connections work. */
  strand(): void {
    for (const wire of this.#wires) wire.isStranded = true;
  }

  /** Everything arrives, in its order, but so much later each way. */
  slowDown(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** As before; whatever was swallowed or is on its way is lost, and its connections with it. */
  mend(): void {
    this.#breakAll();
    this.#state = 'up';
    this.#delayMs = 0;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #breakAll(): void {
    for (const { near, far } of this.#wires) {
      near.resetAndDestroy();
      far.destroy();
    }
  }

  /** Timers of one length go off in the order in which they were set. */
  #pass(chunk: Buffer, to: Socket): void {
    if (this.#delayMs === 0) to.write(chunk);
    else setTimeout(() => to.write(chunk), this.#delayMs);
  }

  #mayPass({ isStranded }: { isStranded: boolean }): boolean {
    return this.#state === 'up' && !isStranded;
  }

  #connect(near: Socket): void {
    // Broken connections are what this is for.
    near.on('error', () => undefined);
    if (this.#state === 'cut') {
      this.#refused++;
      near.resetAndDestroy();
      return;
    }
    const far = new Socket();
    far.on('error', () => undefined);
    const wire = { near, far, isStranded: false };
    this.#wires.add(wire);
    const watcher = this.#watch.overOneWire();
    near.on('data', (chunk) => {
      if (this.#mayPass(wire) && watcher.mayRequestPass(chunk)) this.#pass(chunk, far);
    });
    far.on('data', (chunk) => {
      if (this.#mayPass(wire) && watcher.mayAnswerPass(chunk)) this.#pass(chunk, near);
    });
    near.on('close', () => {
      far.destroy();
      this.#wires.delete(wire);
    });
    // What the far end said last is still on its way.
    far.on('close', (hadError) => {
      if (wire.isStranded) return;
      if (hadError) near.resetAndDestroy();
      else near.end();
    });
    far.connect(this.#far());
  }
}
