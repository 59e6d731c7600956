import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import type { Config } from '#server/config/index';
import { notFound } from '#server/errors';
import type { Logger } from '#server/platform/logger';
import { readIfPresent, writeAtomically } from '../atomic-file';
import { ImageCache } from '../image-cache';
import { LocalCopies } from './local-copies';
import {
  isOurName,
  isPictureName,
  type PictureStorage,
  type StoredPicture,
} from './picture-storage';
import { S3Bucket, type Timeouts } from './s3-bucket';
import { UploadStore } from './upload-store';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** An uploaded picture never changes under its name, and neither do its renditions. */
export const CACHED_FOREVER = `public, max-age=${YEAR_SECONDS}, immutable`;

/**
 * Serves our own pictures, whose names change with their content, so that browsers may cache them.
 * Reads the folder first even if there is a bucket: it contains the demo's photographs, and uploads
 * from before the bucket was configured.
 */
function uploadRoutes(directory: string, copies: LocalCopies | null): Router {
  const router = Router();
  router.use(
    express.static(directory, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      immutable: true,
      maxAge: YEAR_SECONDS * 1_000,
      setHeaders: (res) => res.setHeader('X-Content-Type-Options', 'nosniff'),
    }),
  );
  if (copies) router.get('/:name', fromBucket(copies));
  // Otherwise the application's page would be the response for a missing picture.
  router.use(() => {
    throw notFound('file');
  });
  return router;
}

const fromBucket =
  (copies: LocalCopies): RequestHandler<{ name: string }> =>
  async (req, res) => {
    const { name } = req.params;
    const picture = isPictureName(name) ? await copies.get(name) : null;
    if (!picture) throw notFound('file');
    // Loaded completely before sending: a slow phone must not occupy a connection to the store, nor
    // receive a partial picture.
    res
      .type('webp')
      .set({
        'Cache-Control': CACHED_FOREVER,
        'X-Content-Type-Options': 'nosniff',
      })
      .send(picture);
  };

/** A folder on this machine, or shared by several. */
class PictureFolder implements PictureStorage {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  read(name: string): Promise<Buffer | null> {
    return readIfPresent(join(this.directory, name));
  }

  save(name: string, picture: Buffer): Promise<void> {
    return writeAtomically(this.directory, name, picture);
  }

  async list(): Promise<StoredPicture[]> {
    await mkdir(this.directory, { recursive: true });
    const names = (await readdir(this.directory)).filter(isOurName);
    return Promise.all(
      names.map(async (name) => ({
        name,
        storedAt: (await stat(join(this.directory, name))).mtime,
      })),
    );
  }

  remove(name: string): Promise<void> {
    return rm(join(this.directory, name), { force: true });
  }
}

interface UploadsOptions extends Timeouts {
  config: Pick<Config, 'dataDir' | 'uploadsBucket'>;
  logger: Logger;
}

/** All operations on uploaded pictures, in the configured storage. */
export interface Uploads {
  /** Stores new pictures. */
  store: UploadStore;
  /** Serves stored pictures; must be mounted at `/uploads`. */
  routes: Router;
  /** @returns null when there is no picture of this name, which comes from `uploadedName` */
  read(name: string): Promise<Buffer | null>;
  /** All storage places of pictures. */
  storages: PictureStorage[];
  /** Shared storage of rendered pictures, under hashes of their content. */
  rendered: Pick<PictureStorage, 'save' | 'read'>;
}

export function openUploads({ config, logger, ...timeouts }: UploadsOptions): Uploads {
  const { dataDir, uploadsBucket } = config;
  const folder = new PictureFolder(join(dataDir, 'uploads'));
  if (!uploadsBucket) {
    return {
      store: new UploadStore(folder, logger),
      routes: uploadRoutes(folder.directory, null),
      read: (name) => folder.read(name),
      storages: [folder],
      rendered: folder,
    };
  }
  const bucket = new S3Bucket(uploadsBucket, logger, timeouts);
  const cache = new ImageCache(join(dataDir, 'uploads-cache'), { logger });
  const copies = new LocalCopies(bucket, cache);
  return {
    store: new UploadStore(bucket, logger),
    routes: uploadRoutes(folder.directory, copies),
    read: async (name) =>
      (await folder.read(name)) ?? (isPictureName(name) ? await copies.get(name) : null),
    storages: [folder, bucket],
    rendered: {
      save: (name, picture) => bucket.save(name, picture),
      read: (name) => copies.get(name),
    },
  };
}
