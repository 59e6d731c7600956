import { escapeHtml } from '#server/platform/escape-html';
import { PAGE_DATA_ID, type PageData, type PageNeeds } from '#shared/contracts/pages';
import type { Language } from '#shared/domain/localized';
import type { BuiltSite } from './built-site';
import { DISPLAY_FACE, DISPLAY_FACE_HASH } from './display-face';
import { OWN_FIRST, OWN_FIRST_HASH } from './own-first';
import { START_WATCH, START_WATCH_HASH } from './start-watch';

/** Hashes of all inline scripts, for the pages' Content-Security-Policy. */
export const OWN_SCRIPT_HASHES = [START_WATCH_HASH, DISPLAY_FACE_HASH, OWN_FIRST_HASH];

const LANGUAGE = /<html lang="\w*">/;
const TITLE = /<title>.*?<\/title>/s;
/** Tags inserted by the build that would load code at once. */
const CODE = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
const STYLE_SHEET = /(<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*?)>/;
const ROOT = /(<div id="root">).*(<\/div>\s*<\/body>)/s;

/** HTML document of a page: the built index.html, filled in. */
export class PageDocument {
  readonly #site: BuiltSite;
  readonly #template: string;

  /** @throws Error when index.html lacks a placeholder */
  constructor(site: BuiltSite) {
    this.#site = site;
    for (const placeholder of [LANGUAGE, TITLE, ROOT]) {
      if (!placeholder.test(site.template))
        throw new Error(`index.html has nothing like ${placeholder}`);
    }
    let styleSheet = '';
    this.#template = site.template
      .replace(CODE, '')
      .replace(STYLE_SHEET, (_tag, opening: string, file: string) => {
        styleSheet = `${opening} integrity="${site.integrityOf(file)}">`;
        return '';
      })
      // Before the site's own code, whose failures it handles, and before the style sheet, for
      // which a later script would wait; the style sheet comes before everything that must not be
      // visible yet.
      .replace(
        /(<meta charset[^>]*>)/,
        (charset) => `${charset}${START_WATCH}${DISPLAY_FACE}${OWN_FIRST}${styleSheet}`,
      );
  }

  /**
   * Returns the document of a page rendered by the browser.
   * @param tags of the head, including its title
   * @param html shown until then; defaults to a loading message
   */
  empty(language: Language, tags: string, needs: PageNeeds, html?: string): string {
    const body =
      html === undefined
        ? this.#template
        : this.#template.replace(ROOT, (_all, opening, closing) => opening + html + closing);
    return this.#filledIn(body, { language, tags, needs, begins: 'at-once' });
  }

  /** @param html of the rendered page */
  drawn(html: string, tags: string, data: PageData, needs: PageNeeds): string {
    // In JSON, "<" may be escaped; otherwise a text containing the end tag of a script would end
    // the element.
    const json = JSON.stringify(data).replaceAll('<', '\\u003c');
    // Uses a function, because a dollar sign in a replacement string has a special meaning.
    const body = this.#template.replace(
      ROOT,
      (_all, opening: string, closing: string) =>
        `${opening}${html}</div><script type="application/json" id="${PAGE_DATA_ID}">${json}</script>${closing.replace('</div>', '')}`,
    );
    return this.#filledIn(body, { language: data.language, tags, needs, begins: 'once-it-shows' });
  }

  #filledIn(template: string, { language, tags, needs, begins }: Filling): string {
    const site = this.#site;
    const isText = (source: string) => source.startsWith('src/locales/');
    const lists = {
      code: site.first,
      texts: site.filesOf(needs.modules.filter(isText)),
      page: site.filesOf(needs.modules.filter((source) => !isText(source))),
      next: site.filesOf(needs.next),
    };
    const listed = Object.entries(lists).map(
      ([name, files]) => ` data-${name}="${this.#listed(files)}"`,
    );
    // A module waits for the style sheet, wherever it is in the document.
    const isModule = begins === 'at-once';
    const begin = `<script${isModule ? ' type="module"' : ''} data-begins="${begins}"${listed.join('')}>${site.begin}</script>`;
    const answers = needs.answers.map(
      (address) =>
        `<link rel="preload" as="fetch" href="${escapeHtml(address)}" crossorigin="use-credentials">`,
    );
    return template
      .replace(LANGUAGE, `<html lang="${language}">`)
      .replace(TITLE, () => tags)
      .replace('<link rel="stylesheet"', (sheet) => `${begin}${sheet}`)
      .replace('</head>', () => `${answers.join('')}</head>`);
  }

  /** Format read by begin.ts. */
  #listed(files: readonly string[]): string {
    return files.map((file) => `${file} ${this.#site.integrityOf(file)}`).join(' ');
  }
}

interface Filling {
  language: Language;
  tags: string;
  needs: PageNeeds;
  /** When its code is loaded. */
  begins: 'at-once' | 'once-it-shows';
}
