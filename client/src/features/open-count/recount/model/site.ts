import { z } from 'zod';
import { category, nomination } from '#shared/contracts/catalog';
import { publicConfig } from '#shared/contracts/config';
import { archivedResults, publicEdition } from '#shared/contracts/editions';
import { openCount } from '#shared/contracts/open-count';
import { type Checkpoint, openCheckpoint } from '#shared/open-count/checkpoint';
import { NoteError, parseVkey } from '#shared/open-count/note';
import { type Tile, tilePath } from '#shared/open-count/tiles';
import { different, Found } from './outcome';

/** Like `fetch`, for paths of this site. */
export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** The site's published data about a nomination. */
export interface Shown {
  id: string;
  artist: string;
  category: string;
  categoryFr: string | null;
  /** Null when it is not public, or not that of now. */
  votes: number | null;
}

/** Number of parallel requests. */
const AT_ONCE = 6;

const shownResults = publicConfig.pick({ results: true });
const categories = z.array(category.pick({ id: true }));
const nominations = z.array(nomination);
const editions = z.array(publicEdition.pick({ year: true, isCurrent: true }));
const categoriesOf = z.object({ list: categories });

/** Fetches this site's log, and what the site shows. */
export class Site {
  readonly #fetch: Fetch;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** @returns null before the first one; @throws Found when none of the keys has signed it */
  async checkpoint(): Promise<Checkpoint | null> {
    const [note, keys] = await Promise.all([
      this.#request('/count/checkpoint', { cache: 'no-store' }),
      this.#request('/count/key', { cache: 'no-store' }),
    ]);
    if (note === null || keys === null) return null;
    try {
      const publishedKeys = (await keys.text()).trim().split('\n').map(parseVkey);
      return await openCheckpoint(await note.text(), publishedKeys);
    } catch (error) {
      if (error instanceof NoteError) throw different({ what: 'unsigned' });
      throw error;
    }
  }

  /** @returns null when the log does not have it */
  async tile(tile: Tile): Promise<Uint8Array | null> {
    const answer = await this.#request(`/count/${tilePath(tile)}`);
    return answer && new Uint8Array(await answer.arrayBuffer());
  }

  /** Summary of the log as the site reports it. */
  count() {
    return this.#json('/api/count', openCount);
  }

  /** The results that are public. */
  async results() {
    return (await this.#json('/api/config', shownResults)).results;
  }

  /**
   * All nominations of the current edition that the site shows.
   * @param isLive true when their votes are those of now
   */
  async nominations(isLive: boolean): Promise<Shown[]> {
    const all = await this.#json('/api/categories', categories);
    const shown: Shown[] = [];
    const paths = all.map(({ id }) => `/api/nominations/category/${id}`);
    // A category that was deleted since it was listed shows no nominations.
    for await (const some of inOrder(paths, (path) => this.#json(path, nominations, []))) {
      for (const { id, artist, category: shownCategory, voteCount } of some) {
        const { name, nameFr } = shownCategory;
        shown.push({
          id,
          artist: artist.name,
          category: name,
          categoryFr: nameFr,
          votes: isLive ? voteCount : null,
        });
      }
    }
    return shown;
  }

  /** All nominations of earlier editions that their archives show. */
  async archivedNominations(): Promise<Shown[]> {
    const all = await this.#json('/api/editions', editions);
    const years = all.filter(({ isCurrent }) => !isCurrent).map(({ year }) => year);
    const paths: string[] = [];
    const pathsOf = async (year: string) => {
      const { list } = await this.#json(`/api/editions/${year}`, categoriesOf, { list: [] });
      return list.map(({ id }) => `/api/editions/${year}/categories/${id}`);
    };
    for await (const own of inOrder(years, pathsOf)) paths.push(...own);
    const shown: Shown[] = [];
    for await (const results of inOrder(paths, (path) => this.#json(path, archivedResults))) {
      const { edition, category, nominees } = results;
      for (const { id, name, votes } of nominees) {
        shown.push({
          id,
          artist: name,
          category: category.name,
          categoryFr: category.nameFr,
          votes: edition.shows === 'live' ? votes : null,
        });
      }
    }
    return shown;
  }

  /** @param fallback result for a missing path; @throws Found when it must exist */
  async #json<T>(path: string, schema: z.ZodType<T>, fallback?: T): Promise<T> {
    const answer = await this.#request(path, { cache: 'no-store' });
    if (answer === null && fallback !== undefined) return fallback;
    const { data } = schema.safeParse(await answer?.json().catch(() => null));
    if (data === undefined) throw new Found({ is: 'unreachable' });
    return data;
  }

  /** @returns null for a missing path */
  async #request(path: string, init?: RequestInit): Promise<Response | null> {
    const answer = await this.#fetch(path, init).catch(() => null);
    if (answer?.status === 404) return null;
    if (!answer?.ok) throw new Found({ is: 'unreachable' });
    return answer;
  }
}

/** Loads several items ahead, and yields them in their order. */
export async function* inOrder<Item, Loaded>(
  items: readonly Item[],
  load: (item: Item) => Promise<Loaded>,
): AsyncGenerator<Loaded> {
  const started: Promise<Loaded>[] = [];
  const begin = (item: Item) => {
    const loading = load(item);
    // An error is thrown when it is the item's turn.
    loading.catch(() => undefined);
    started.push(loading);
  };
  for (const item of items.slice(0, AT_ONCE)) begin(item);
  for (let at = AT_ONCE; started.length > 0; at++) {
    const next = await started.shift();
    const item = items[at];
    if (item !== undefined) begin(item);
    yield next as Loaded;
  }
}
