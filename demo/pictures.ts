import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoArtists, withoutPhoto } from './artists';
import { demoCategories } from './categories';
import { portraitOf } from './portrait/portrait';
import { sitters } from './sitters';
import { stillLifeOf, stillLifes } from './still-lifes';

interface DemoPicture {
  slug: string;
  render(): Promise<Buffer>;
}

/** Every photograph the demo shows; each is the same bytes whenever it is rendered. */
export function demoPictures(): DemoPicture[] {
  const portraits = demoArtists
    .filter(({ slug }) => !withoutPhoto.has(slug))
    .map(({ slug }) => ({ slug, render: () => portraitOf(found(sitters, slug), slug) }));
  const backgrounds = demoCategories
    .filter(({ hasPicture }) => hasPicture)
    .map(({ slug }) => ({ slug, render: () => stillLifeOf(found(stillLifes, slug), slug) }));
  return [...portraits, ...backgrounds];
}

/** The encoder works beside us, so one picture is compressed while the next is lit. */
const AT_ONCE = 3;

/** Writes `<slug>.webp` for every picture that is not there yet. */
export async function renderDemoPictures(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const waiting = demoPictures();
  const renderNext = async (): Promise<void> => {
    for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
      const file = join(directory, `${picture.slug}.webp`);
      if (await exists(file)) continue;
      // Renamed when whole, so that a start that was cut short leaves no half picture.
      await writeFile(`${file}.part`, await picture.render());
      await rename(`${file}.part`, file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, renderNext));
}

function found<T>(looks: Readonly<Record<string, T>>, slug: string): T {
  const look = looks[slug];
  if (!look) throw new Error(`Nobody has said what ${slug} looks like`);
  return look;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
