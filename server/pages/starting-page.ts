import type { IncomingMessage, RequestListener } from 'node:http';
import type { Config } from '#server/config/index';
import { bareHeaders } from '#server/platform/web-server';
import type { ErrorBody } from '#shared/contracts/errors';
import type { Language } from '#shared/domain/localized';
import { languageOf } from './pages';

/** A browser reloads after this time; API clients are asked to wait a little longer. */
const RELOAD_S = 2;
const RETRY_AFTER_S = 5;

const TEXTS: Record<Language, { title: string; lead: string }> = {
  en: {
    title: 'One moment, please',
    lead: 'The site is starting. This page will open by itself as soon as it is ready.',
  },
  fr: {
    title: 'Un instant, s’il vous plaît',
    lead: 'Le site démarre. Cette page s’ouvrira d’elle-même dès qu’il sera prêt.',
  },
};

/**
 * Responds while the server starts: with a page that reloads itself, or JSON for other clients.
 * Health checks see it as alive, and not ready.
 */
export const startingPage =
  ({ hsts, publicUrl }: Pick<Config, 'hsts' | 'publicUrl'>): RequestListener =>
  (req, res) => {
    if (req.url === '/api/health/live') {
      res.writeHead(200, { ...bareHeaders(hsts), 'Content-Type': 'application/json' });
      res.end(JSON.stringify({ status: 'ok' }));
      return;
    }
    const isPage = wantsPage(req);
    res.writeHead(503, {
      ...bareHeaders(hsts),
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      'Retry-After': String(isPage ? RELOAD_S : RETRY_AFTER_S),
      'Cache-Control': 'no-store',
      Vary: 'Accept, Accept-Language, Cookie',
    });
    res.end(isPage ? page(languageOf(req, publicUrl)) : JSON.stringify(STARTING));
  };

const STARTING: ErrorBody = { message: 'Starting, please try again', code: 'starting' };

const wantsPage = ({ url = '', headers }: IncomingMessage): boolean =>
  !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');

/** The page reloads without a script, because its policy allows only its style. */
function page(language: Language): string {
  const { title, lead } = TEXTS[language];
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${RELOAD_S}">
<title>${title}</title>
<style>
:root{color-scheme:dark}
body{display:grid;min-height:100dvh;margin:0;padding:1rem;box-sizing:border-box;place-content:center;justify-items:center;gap:1rem;background:#120b1e;color:#fdf8ee;font:1.125rem/1.5 system-ui,sans-serif;text-align:center}
h1{margin:0;font-size:1.75rem;line-height:1.2}p{margin:0;max-width:28rem}
i{width:2.5rem;height:2.5rem;border:.25rem solid #3b2d57;border-top-color:#f5b82e;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){i{animation:none}}
</style>
<i aria-hidden="true"></i><h1>${title}</h1><p>${lead}</p>
`;
}
