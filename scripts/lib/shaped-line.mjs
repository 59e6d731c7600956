import { connect, createServer } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Properties of a line: kilobits a second in each direction; round-trip time in ms; and, if it
 * stalls, that it transmits nothing for the last `stallMs` of every `stallEveryMs`.
 * @typedef {{ kilobits: number, roundTripMs: number, stallEveryMs?: number, stallMs?: number }} Line
 */

/** Bytes transmitted at a time. */
const PACKET_BYTES = 1_400;

/**
 * Simulates a slow line in front of a server on this machine, for browsers that connect to its
 * port. All connections share it and take turns packet by packet. No buffer hides it from the
 * server: data is sent in the order in which it is written.
 */
export class ShapedLine {
  /** @type {Set<import('node:net').Socket>} */
  #browsers = new Set();
  #server;
  #isCut = false;
  #openedAt = performance.now();
  /** When each direction is free again. */
  #freeAt = { up: 0, down: 0 };
  /** Bytes so far, towards the server and towards the browser. */
  transmitted = { up: 0, down: 0 };

  /**
   * @param {Line | null} line null transmits everything at once
   * @param {(connection: Duplex) => void} accept receives each connection, as the server sees it
   */
  constructor(line, accept) {
    this.line = line;
    this.#server = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => {
      if (this.#isCut) return socket.destroy();
      this.#browsers.add(socket);
      socket.on('close', () => this.#browsers.delete(socket));
      accept(this.#connection(socket));
    });
  }

  /**
   * Returns a line to the port of a server.
   * @param {Line | null} line
   * @param {number} port
   */
  static to(line, port) {
    return new ShapedLine(line, (connection) => {
      const server = connect({ port, host: '127.0.0.1', noDelay: true });
      server.on('error', () => connection.destroy());
      server.on('close', () => connection.destroy());
      connection.on('error', () => server.destroy());
      connection.on('close', () => server.destroy());
      connection.pipe(server).pipe(connection);
    });
  }

  /** @returns {Promise<number>} the port */
  async open() {
    await new Promise((resolve) => this.#server.listen(0, 'localhost', () => resolve(null)));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
    return address.port;
  }

  /** Breaks every connection and accepts no new ones. */
  cut() {
    this.#isCut = true;
    for (const socket of this.#browsers) socket.resetAndDestroy();
  }

  mend() {
    this.#isCut = false;
  }

  close() {
    this.cut();
    this.#server.close();
  }

  /**
   * Transmits a packet in one direction.
   * @param {'up' | 'down'} direction
   * @param {number} bytes
   */
  async #transmit(direction, bytes) {
    this.transmitted[direction] += bytes;
    if (!this.line) return;
    const { kilobits, stallEveryMs = 0, stallMs = 0 } = this.line;
    const now = performance.now();
    let freeAt = Math.max(this.#freeAt[direction], now) + (bytes * 8) / kilobits;
    if (stallMs > 0) {
      const untilEnd = stallEveryMs - ((freeAt - this.#openedAt) % stallEveryMs);
      if (untilEnd < stallMs) freeAt += untilEnd;
    }
    this.#freeAt[direction] = freeAt;
    await delay(freeAt - now);
  }

  get #oneWayMs() {
    return (this.line?.roundTripMs ?? 0) / 2;
  }

  /** @param {import('node:net').Socket} socket of a browser */
  #connection(socket) {
    let isOpen = false;
    const connection = new Duplex({
      writableHighWaterMark: PACKET_BYTES,
      // A connection starts with one round trip.
      read: () => {
        setTimeout(() => socket.resume(), isOpen ? 0 : this.#oneWayMs * 2);
        isOpen = true;
      },
      write: (chunk, _encoding, done) => {
        const send = async () => {
          for (const packet of packetsOf(chunk)) {
            await this.#transmit('down', packet.length);
            setTimeout(() => socket.write(packet), this.#oneWayMs);
          }
        };
        send().then(() => done(), done);
      },
      final: (done) => {
        setTimeout(() => socket.end(), this.#oneWayMs);
        done();
      },
      destroy(error, done) {
        socket.destroy();
        done(error);
      },
    });
    const receive = async (/** @type {Buffer} */ chunk) => {
      for (const packet of packetsOf(chunk)) {
        await this.#transmit('up', packet.length);
        setTimeout(() => connection.push(packet), this.#oneWayMs);
      }
      socket.resume();
    };
    socket.on('data', (chunk) => {
      socket.pause();
      void receive(chunk);
    });
    socket.on('end', () => setTimeout(() => connection.push(null), this.#oneWayMs));
    socket.on('error', () => connection.destroy());
    socket.on('close', () => connection.destroy());
    return connection;
  }
}

/** @param {Buffer} chunk */
function* packetsOf(chunk) {
  for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
    yield chunk.subarray(at, at + PACKET_BYTES);
  }
}
