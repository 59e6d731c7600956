import type request from 'supertest';
import type { Language } from '#shared/domain/localized';

/** User agents; none of them runs scripts or sends cookies. */
export const CRAWLERS = {
  WhatsApp: 'WhatsApp/2.23.20.0',
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  X: 'Twitterbot/1.0',
  Telegram: 'TelegramBot (like TwitterBot)',
  LinkedIn: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
};

const UNESCAPED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Decodes a text of a document. */
export const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name) => UNESCAPED[name] ?? '');

/** What a crawler reads of a page: only its head. */
export function headIn(html: string) {
  const head = /<head>(.*?)<\/head>/s.exec(html)?.[1] ?? '';
  const attributes = (tag: string) =>
    Object.fromEntries(
      [...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        plain(value ?? ''),
      ]),
    );
  const metas = [...head.matchAll(/<meta ([^>]*)>/g)].map(([, tag]) => attributes(tag ?? ''));
  const links = [...head.matchAll(/<link ([^>]*)>/g)].map(([, tag]) => attributes(tag ?? ''));
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1];
  return {
    titles: [...head.matchAll(/<title>(.*?)<\/title>/gs)].map(([, title]) => plain(title ?? '')),
    meta: (name: string) =>
      metas.filter((tag) => tag.name === name || tag.property === name).map((tag) => tag.content),
    link: (rel: string, hreflang?: string) =>
      links
        .filter((tag) => tag.rel === rel && tag.hreflang === hreflang)
        .map((tag) => tag.href ?? ''),
    data: data ? (JSON.parse(data)['@graph'] as Record<string, unknown>[]) : [],
  };
}

/** A crawler on a site. */
export function crawlerOn(http: ReturnType<typeof request>, publicUrl: string) {
  const pathOf = (address: string): string => address.replace(publicUrl, '');
  return {
    pathOf,
    async visit(path: string, language?: Language, crawler = CRAWLERS.WhatsApp) {
      const url = new URL(path, 'http://site.invalid');
      if (language) url.searchParams.set('lang', language);
      const page = await http
        .get(`${url.pathname}${url.search}`)
        .set({ 'User-Agent': crawler, Accept: '*/*' });
      return { page, ...headIn(page.text) };
    },
    async picture(address: string, crawler = CRAWLERS.WhatsApp) {
      const { body, headers, status } = await http
        .get(pathOf(address))
        .set({ 'User-Agent': crawler, Accept: '*/*' })
        .buffer(true);
      return { bytes: body as Buffer, headers, status };
    },
  };
}
