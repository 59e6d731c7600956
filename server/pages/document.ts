import {
  type DrawnPage,
  PAGE_DATA_ID,
  type PageData,
  type PageNeeds,
} from '#shared/contracts/pages';
import type { Language } from '#shared/domain/localized';
import { escapeHtml } from '../platform/escape-html';
import type { BuiltSite } from './built-site';

const LANGUAGE = /<html lang="\w*">/;
const TITLE = /<title>.*?<\/title>/s;
const ROOT = /(<div id="root">).*(<\/div>\s*<\/body>)/s;

/** The document of a page: the built index.html, filled in. */
export class PageDocument {
  readonly #site: BuiltSite;

  /** @throws Error when index.html has no place for what belongs there */
  constructor(site: BuiltSite) {
    this.#site = site;
    for (const place of [LANGUAGE, TITLE, ROOT]) {
      if (!place.test(site.template)) throw new Error(`index.html has nothing like ${place}`);
    }
  }

  /** For a page that only the browser draws. */
  empty(language: Language, needs: PageNeeds): string {
    return this.#site.template
      .replace(LANGUAGE, `<html lang="${language}">`)
      .replace('</head>', () => `${this.#hints(needs)}</head>`);
  }

  drawn({ html, head }: DrawnPage, data: PageData, needs: PageNeeds): string {
    // The page shows before any code runs: text and pictures come first.
    const last = (tags: string) =>
      tags.replaceAll(
        /<(script type="module"|link rel="modulepreload")/g,
        '<$1 fetchpriority="low"',
      );
    // A text that a script's element ends with would end it; in JSON that letter may be written so.
    const json = JSON.stringify(data).replaceAll('<', '\\u003c');
    const title = `<title>${escapeHtml(head.title)}</title>`;
    const description = `<meta name="description" content="${escapeHtml(head.description)}">`;
    // By functions: a dollar sign in what we insert means nothing.
    return last(this.empty(data.language, needs))
      .replace(TITLE, () => title + description)
      .replace(
        ROOT,
        (_all, opening: string, closing: string) =>
          `${opening}${html}</div><script type="application/json" id="${PAGE_DATA_ID}">${json}</script>${closing.replace('</div>', '')}`,
      );
  }

  #hints({ modules, answers }: PageNeeds): string {
    return [
      ...this.#site
        .filesOf(modules)
        .map((file) => `<link rel="modulepreload" href="${file}" crossorigin>`),
      ...answers.map(
        (address) =>
          `<link rel="preload" as="fetch" href="${escapeHtml(address)}" crossorigin="use-credentials">`,
      ),
    ].join('');
  }
}
