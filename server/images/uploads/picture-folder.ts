import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../write-whole';
import { isPictureName, type KeptPicture, type PicturePlace } from './picture-place';

/** A folder of this machine, or one that several of them share. */
export class PictureFolder implements PicturePlace {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  keep(name: string, picture: Buffer): Promise<void> {
    return writeWhole(this.directory, name, picture);
  }

  async list(): Promise<KeptPicture[]> {
    await mkdir(this.directory, { recursive: true });
    const names = (await readdir(this.directory)).filter(isPictureName);
    return Promise.all(
      names.map(async (name) => ({
        name,
        keptAt: (await stat(join(this.directory, name))).mtime,
      })),
    );
  }

  remove(name: string): Promise<void> {
    return rm(join(this.directory, name), { force: true });
  }
}
