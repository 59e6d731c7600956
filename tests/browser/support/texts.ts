import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type en from '../../../client/src/locales/en';
import type { Language } from '../../../shared/domain/localized';

export type Texts = typeof en;

const LOCALES = join(import.meta.dirname, '..', '..', '..', 'client', 'src', 'locales');

/** What a visitor of this language reads, from the same files as the screens. */
export function textsOf(language: Language): Texts {
  const folder = join(LOCALES, language);
  const areas = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]);
  return Object.fromEntries(areas);
}
