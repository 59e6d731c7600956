import { type ImageCache, TooManyImages, type Uploads } from '#server/images/index';
import type { Logger } from '#server/platform/logger';
import { FairQueue } from '#server/platform/places/index';
import { SingleFlight } from '#server/platform/single-flight';
import type { DrawingProcess } from './drawing-process';
import { hashOf, type PictureSpec } from './picture-spec';

/** Who asks for a picture. */
export interface Asker {
  /** The network of the client, or the part of the server that asks. */
  network: string;
  /** Aborted once the picture is no longer wanted. */
  signal?: AbortSignal;
}

interface RenderedPicture {
  bytes: Buffer;
  /** False when the photograph is not available. */
  isWhole: boolean;
  /** True when rendered for this request. */
  isNew: boolean;
}

interface PictureRendererOptions {
  storage: Uploads['rendered'];
  /** Pictures that are private, or not whole. */
  privateStorage: Pick<ImageCache, 'read' | 'write'>;
  photos: { read(address: string): Promise<Buffer> };
  drawer: Pick<DrawingProcess, 'draw'>;
  logger: Logger;
}

/** Few, so that photographs for voters do not wait; slow hosts occupy some. */
const MAX_AT_ONCE = 8;
/** Most that run or wait: the last one starts after some twenty seconds. */
const MAX_DRAWINGS = 200;
/** A network that fetches the previews of links for many people asks for several at once. */
const MAX_PER_NETWORK = 50;
/** How long a picture without its photograph is shown, in ms. */
export const INCOMPLETE_MS = 60_000;

/** Renders each picture once and stores it under a hash of what it shows. */
export class PictureRenderer {
  readonly #options: PictureRendererOptions;
  readonly #rendering = new SingleFlight<RenderedPicture>();
  /** Those who wait for a picture, by its name. */
  readonly #askers = new Map<string, Set<Asker>>();
  readonly #queue = new FairQueue({
    kind: 'drawings',
    atOnce: MAX_AT_ONCE,
    max: MAX_DRAWINGS,
    maxPerAsker: MAX_PER_NETWORK,
  });

  constructor(options: PictureRendererOptions) {
    this.#options = options;
  }

  /**
   * Concurrent requests share one rendering.
   * @throws TooManyImages when too many pictures are waiting, for this network or in total
   */
  async get(spec: PictureSpec, asker: Asker): Promise<RenderedPicture> {
    const name = `${hashOf(spec)}.${spec.type}`;
    const askers = this.#askers.get(name) ?? new Set();
    this.#askers.set(name, askers.add(asker));
    try {
      return await this.#rendering.do(name, () => this.#find(name, spec, asker));
    } finally {
      askers.delete(asker);
      if (askers.size === 0) this.#askers.delete(name);
    }
  }

  async #find(name: string, spec: PictureSpec, { network }: Asker): Promise<RenderedPicture> {
    const { privateStorage, logger } = this.#options;
    const storage = this.#storageOf(spec);
    // An unavailable store costs time, but never a picture.
    const found = await storage.read(name).catch(() => null);
    if (found) return { bytes: found, isWhole: true, isNew: false };
    const incompleteName = `${name} without its photograph`;
    const incomplete = await privateStorage.read(incompleteName, INCOMPLETE_MS);
    if (incomplete) return { bytes: incomplete, isWhole: false, isNew: false };
    const { bytes, isWhole } = await this.#draw(name, spec, network);
    if (isWhole) {
      await storage
        .save(name, bytes)
        .catch((err: unknown) => logger.warn({ err }, 'a rendered picture could not be stored'));
    } else await privateStorage.write(incompleteName, bytes);
    return { bytes, isWhole, isNew: true };
  }

  #storageOf({ isPrivate = false }: PictureSpec): Uploads['rendered'] {
    const { storage, privateStorage } = this.#options;
    if (!isPrivate) return storage;
    return {
      read: (name) => privateStorage.read(name),
      save: (name, bytes) => privateStorage.write(name, bytes),
    };
  }

  /** Rejects a request that cannot wait before anything is read or laid out. */
  async #draw(name: string, { photoUrl, drawing }: PictureSpec, network: string) {
    const drawn = this.#queue.run(network, async () => {
      this.#assertWanted(name);
      const photo = await this.#photoAt(photoUrl);
      this.#assertWanted(name);
      const bytes = await this.#options.drawer.draw(drawing, photo);
      return { bytes, isWhole: photo !== null || !photoUrl };
    });
    if (!drawn) throw new TooManyImages();
    return drawn;
  }

  /** @throws TooManyImages, which nobody receives, when all who asked have disconnected */
  #assertWanted(name: string): void {
    const askers = [...(this.#askers.get(name) ?? [])];
    if (askers.every(({ signal }) => signal?.aborted)) throw new TooManyImages();
  }

  async #photoAt(address: string | null): Promise<Buffer | null> {
    if (!address) return null;
    // The problem is already in the log.
    return this.#options.photos.read(address).catch(() => null);
  }
}
