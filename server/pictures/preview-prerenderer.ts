import { setTimeout as delay } from 'node:timers/promises';
import type { CatalogOf } from '#server/catalog/index';
import { TooManyImages } from '#server/images/index';
import type { Logger } from '#server/platform/logger';
import type { Worker } from '#server/platform/worker';
import { LANGUAGES } from '#shared/domain/localized';
import type { PictureRenderer } from './picture-renderer';
import type { PreviewEvent } from './picture-spec';
import { previewOf } from './preview';
import { listSubjects, siteSubject } from './subjects';

/** Delay after a change, in ms: an administrator who sorts or imports makes many. */
const SETTLE_MS = 5_000;
/**
 * The pause after a picture is this many times as long as its rendering, so that rendering in
 * advance takes a tenth of a processor core: what voters wait for has priority.
 */
const PAUSE_FACTOR = 9;
/** Takes turns with visitors. */
const OURSELVES = { network: 'rendering in advance' };
/** Longest pause, in ms: a rendering may have waited for a slow host of photographs. */
const MAX_PAUSE_MS = 5_000;

interface PreviewPrerendererOptions {
  catalog: CatalogOf;
  pictureRenderer: PictureRenderer;
  event: () => PreviewEvent;
  logger: Logger;
}

/** Renders missing previews one after the other, before they are requested. */
export class PreviewPrerenderer implements Worker {
  readonly #options: PreviewPrerendererOptions;
  readonly #stopping = new AbortController();
  #isNeeded = false;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;

  constructor(options: PreviewPrerendererOptions) {
    this.#options = options;
  }

  /** Called when the catalogue or the event has changed, or may have. */
  begin(): void {
    this.#isNeeded = true;
    if (this.#isRunning || this.#stopping.signal.aborted) return;
    this.#isRunning = true;
    this.#running = this.#run().finally(() => {
      this.#isRunning = false;
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    try {
      while (this.#isNeeded) {
        await delay(SETTLE_MS, undefined, { signal });
        this.#isNeeded = false;
        await this.#renderAll(signal);
      }
    } catch (err) {
      if (!signal.aborted)
        this.#options.logger.warn({ err }, 'previews could not be rendered in advance');
    }
  }

  async #renderAll(signal: AbortSignal): Promise<void> {
    const { catalog, pictureRenderer, event } = this.#options;
    const subjects = [siteSubject(event()), ...(await listSubjects(catalog()))];
    // Each process starts at a different place, so that they share the work.
    const first = Math.floor(Math.random() * subjects.length);
    for (const subject of [...subjects.slice(first), ...subjects.slice(0, first)]) {
      for (const language of LANGUAGES) {
        const startedAt = performance.now();
        const rendered = await pictureRenderer
          .get(previewOf(subject, event(), language), OURSELVES)
          .catch(nullIfBusy);
        // Requests have priority; the next round draws the rest.
        if (!rendered) this.#isNeeded = true;
        else if (rendered.isNew) {
          const pauseMs = (performance.now() - startedAt) * PAUSE_FACTOR;
          await delay(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { signal });
        }
        // The next round starts with the current catalogue.
        if (signal.aborted || this.#isNeeded) return;
      }
    }
  }
}

function nullIfBusy(error: unknown): null {
  if (error instanceof TooManyImages) return null;
  throw error;
}
