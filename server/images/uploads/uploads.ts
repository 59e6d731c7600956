import { join } from 'node:path';
import type { Router } from 'express';
import type { Config } from '../../config';
import type { Logger } from '../../platform/logger';
import { ImageCache } from '../image-cache';
import { LocalCopies } from './local-copies';
import { PictureBucket } from './picture-bucket';
import { PictureFolder } from './picture-folder';
import type { PicturePlace } from './picture-place';
import { S3Bucket, type Timeouts } from './s3-bucket';
import { uploadRoutes } from './upload-routes';
import { UploadStore } from './upload-store';

interface UploadsOptions extends Timeouts {
  config: Pick<Config, 'dataDir' | 'uploadsBucket'>;
  logger: Logger;
}

/** All there is about uploaded pictures, in the places that the configuration names. */
export interface Uploads {
  /** Takes new pictures. */
  store: UploadStore;
  /** Serves those there are; to be mounted at `/uploads`. */
  routes: Router;
  /** Everywhere that pictures may lie. */
  places: PicturePlace[];
}

export function openUploads({ config, logger, ...timeouts }: UploadsOptions): Uploads {
  const { dataDir, uploadsBucket } = config;
  const folder = new PictureFolder(join(dataDir, 'uploads'));
  if (!uploadsBucket) {
    return {
      store: new UploadStore(folder),
      routes: uploadRoutes(folder.directory, null),
      places: [folder],
    };
  }
  const bucket = new PictureBucket(new S3Bucket(uploadsBucket, logger, timeouts));
  const cache = new ImageCache(join(dataDir, 'uploads-cache'), { logger });
  return {
    store: new UploadStore(bucket),
    routes: uploadRoutes(folder.directory, new LocalCopies(bucket, cache)),
    places: [folder, bucket],
  };
}
