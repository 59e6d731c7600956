import { PAGE_DATA_ID, type PageData, type PageNeeds } from '#shared/contracts/pages';
import type { Language } from '#shared/domain/localized';
import { escapeHtml } from '../platform/escape-html';
import type { BuiltSite } from './built-site';
import { OWN_FIRST } from './own-first';
import { START_WATCH } from './start-watch';

const LANGUAGE = /<html lang="\w*">/;
const TITLE = /<title>.*?<\/title>/s;
/** What the site begins with, and what that imports. */
const CODE =
  /<script type="module"[^>]* src="([^"]+)"><\/script>|<link rel="modulepreload"[^>]* href="([^"]+)">/g;
const ROOT = /(<div id="root">).*(<\/div>\s*<\/body>)/s;

/** The document of a page: the built index.html, filled in. */
export class PageDocument {
  readonly #site: BuiltSite;
  readonly #template: string;
  /** Whose code comes once the page shows. */
  readonly #drawnTemplate: string;

  /** @throws Error when index.html has no place for what belongs there */
  constructor(site: BuiltSite) {
    this.#site = site;
    for (const place of [LANGUAGE, TITLE, ROOT]) {
      if (!place.test(site.template)) throw new Error(`index.html has nothing like ${place}`);
    }
    // Before the site's own code, whose failures it hears of.
    const template = site.template.replace(/(<meta charset[^>]*>)/, `$1${START_WATCH}`);
    this.#template = template;
    const code = [...template.matchAll(CODE)].map(([, script, imported]) => script ?? imported);
    const [begin] = site.filesOf(['src/after-paint.ts']);
    this.#drawnTemplate = template
      .replace(CODE, '')
      .replace(
        '</head>',
        `<script type="module" fetchpriority="low" src="${begin}" data-code="${code.join(' ')}"></script>${OWN_FIRST}</head>`,
      );
  }

  /**
   * For a page that only the browser draws.
   * @param tags of the head, its title among them
   */
  empty(language: Language, tags: string, needs: PageNeeds): string {
    return this.#filledIn(this.#template, language, tags, this.#hints(needs));
  }

  /** @param html what the page shows */
  drawn(html: string, tags: string, data: PageData, needs: PageNeeds): string {
    // Text and pictures come first.
    const hints = this.#hints(needs).replaceAll('<link', '<link fetchpriority="low"');
    // A text that a script's element ends with would end it; in JSON that letter may be written so.
    const json = JSON.stringify(data).replaceAll('<', '\\u003c');
    // By a function: a dollar sign in what we insert means nothing.
    const body = this.#drawnTemplate.replace(
      ROOT,
      (_all, opening: string, closing: string) =>
        `${opening}${html}</div><script type="application/json" id="${PAGE_DATA_ID}">${json}</script>${closing.replace('</div>', '')}`,
    );
    return this.#filledIn(body, data.language, tags, hints);
  }

  #filledIn(template: string, language: Language, tags: string, hints: string): string {
    return template
      .replace(LANGUAGE, `<html lang="${language}">`)
      .replace(TITLE, () => tags)
      .replace('</head>', () => `${hints}</head>`);
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
