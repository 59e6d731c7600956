import { join } from 'node:path';
import { notFound } from '#server/errors';
import type { Logger } from '#server/platform/logger';
import { type Rendition, uploadedName } from '#shared/domain/rendition';
import type { FetchOptions } from './fetch-image';
import { ImageCache } from './image-cache';
import { ImageProxy } from './image-proxy';
import { Renditions } from './renditions';
import type { Uploads } from './uploads/uploads';

interface PhotosOptions extends FetchOptions {
  dataDir: string;
  uploads: Uploads;
  logger?: Logger;
}

/** The photographs of the catalogue, uploaded or on other hosts. */
export class Photos {
  readonly uploads: Uploads;
  readonly #renditions: Renditions;
  readonly proxy: ImageProxy;

  constructor({ dataDir, uploads, logger, ...fetching }: PhotosOptions) {
    const cache = new ImageCache(join(dataDir, 'image-cache'), { logger });
    this.uploads = uploads;
    this.#renditions = new Renditions(cache);
    this.proxy = new ImageProxy({ cache, renditions: this.#renditions, fetching, logger });
  }

  /**
   * Reads a photograph for drawing, 1080 pixels wide at most.
   * @param address as stored with an artist, nomination or category
   * @throws ImageError, TooManyImages or AppError when it is not available
   */
  read(address: string): Promise<Buffer> {
    const rendition = { width: 1080, format: 'webp' } as const;
    return uploadedName(address) === null
      ? this.proxy.get(address, rendition)
      : this.readUploaded(address, rendition);
  }

  /**
   * @param address below `/uploads`
   * @throws AppError 404, ImageError or TooManyImages
   */
  readUploaded(address: string, rendition: Rendition): Promise<Buffer> {
    return this.#renditions.get(address, rendition, async () => {
      const name = uploadedName(address);
      const picture = name === null ? null : await this.uploads.read(name);
      if (!picture) throw notFound('file');
      return picture;
    });
  }
}
