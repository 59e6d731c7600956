import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import type { Watch } from './watch';

export interface Endpoint {
  host: string;
  port: number;
}

/**
 * The network between the application and one of its dependencies: a TCP relay that can be cut or
 * can drop everything, and whose watch may delay what passes.
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

  /** @param far called for each connection, so that the far end may move */
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

  /** Number of connections refused while it was cut. */
  get refused(): number {
    return this.#refused;
  }

  /** Breaks every connection and refuses new ones. */
  cut(): void {
    this.#state = 'cut';
    this.#breakAll();
  }

  /**
   * Connections stay open, and are still accepted, but nothing passes any more: no error, no
   * response.
   */
  swallow(): void {
    this.#state = 'swallowing';
  }

  /** Acts as if another machine had taken over the address: only new connections work. */
  strand(): void {
    for (const wire of this.#wires) wire.isStranded = true;
  }

  /** Everything arrives in order, but delayed by this much each way. */
  slowDown(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /**
   * Restores normal operation; whatever was dropped or is in flight is lost, and its connections
   * with it.
   */
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

  /** Timers of one length fire in the order in which they were set. */
  #pass(chunk: Buffer, to: Socket): void {
    if (this.#delayMs === 0) to.write(chunk);
    else setTimeout(() => to.write(chunk), this.#delayMs);
  }

  #mayPass({ isStranded }: { isStranded: boolean }): boolean {
    return this.#state === 'up' && !isStranded;
  }

  #connect(near: Socket): void {
    // Broken connections are the purpose of this class.
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
    const watcher = this.#watch.onConnection();
    near.on('data', (chunk) => {
      if (this.#mayPass(wire) && watcher.passesRequest(chunk)) this.#pass(chunk, far);
    });
    far.on('data', (chunk) => {
      if (this.#mayPass(wire) && watcher.passesResponse(chunk)) this.#pass(chunk, near);
    });
    near.on('close', () => {
      far.destroy();
      this.#wires.delete(wire);
    });
    // The last data of the far end is still in flight.
    far.on('close', (hadError) => {
      if (wire.isStranded) return;
      if (hadError) near.resetAndDestroy();
      else near.end();
    });
    far.connect(this.#far());
  }
}
