// The one contract that the browser parses with, so it takes zod's small edition.
import * as z from 'zod/mini';
import { oneLine } from '../domain/one-line';

const MAX_NAME_LENGTH = 80;

/** Cut between code points: half an emoji is no text. */
const shownName = (name: string): string =>
  Array.from(oneLine(name)).slice(0, MAX_NAME_LENGTH).join('');

/**
 * The artist as the address of the checkout names them. Anybody can write an address that leads here
 * and have it read as ours, so that all else in it is ignored, what links of earlier releases carried
 * too, and the name is shown only until the server has answered.
 */
export const artistParameter = z.object({
  id: z.uuid(),
  name: z.pipe(z.string(), z.transform(shownName)).check(z.minLength(1)),
});
export type ArtistParameter = z.output<typeof artistParameter>;

/** The category that the voter comes from, as the same address names it. */
export const originParameter = z.uuid();
