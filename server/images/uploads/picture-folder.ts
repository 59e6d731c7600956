import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPictureName, type KeptPicture, type PicturePlace } from './picture-place';

/** A folder of this machine, or one that several of them share. */
export class PictureFolder implements PicturePlace {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  async keep(name: string, picture: Buffer): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    // Names with a dot in front are not served, so nobody is ever given half a picture to keep.
    const unfinished = join(this.directory, `.${name}`);
    await writeFile(unfinished, picture);
    await rename(unfinished, join(this.directory, name));
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
