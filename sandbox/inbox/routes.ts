import express, { type Request, type Response, type Router } from 'express';
import { PAGE_POLICY, pageHeaders } from '#sandbox/page/headers';
import { languageOf } from '#sandbox/page/language';
import { liveScript } from '#sandbox/page/script';
import { pageStyle } from '#sandbox/page/style';
import type { Inbox } from './inbox';
import { renderInboxPage } from './page/html';

/** A message is untrusted HTML: it is displayed, but runs and loads nothing. */
const MESSAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Page with every mail sent by the demo. */
export function inboxRoutes(inbox: Inbox, brand: string): Router {
  const router = express.Router();
  router.use(pageHeaders);
  router.get('/', (req, res) => sendPage(req, res, null));
  router.get('/inbox.js', (_req, res) => {
    res.type('js').send(liveScript());
  });
  router.get('/inbox.css', (_req, res) => {
    res.type('css').send(pageStyle);
  });
  router.get('/messages/:id', (req, res) => {
    const message = inbox.find(req.params.id);
    const view = req.query.view === 'text' ? 'text' : 'html';
    sendPage(req, res, message ? { message, view } : 'gone');
  });
  router.get('/messages/:id/html', (req, res) => {
    const message = inbox.find(req.params.id);
    if (!message) res.sendStatus(404);
    else res.set('content-security-policy', MESSAGE_POLICY).type('html').send(message.html);
  });
  router.get('/messages/:id/raw', (req, res) => {
    const message = inbox.find(req.params.id);
    if (!message) res.sendStatus(404);
    else res.attachment(`${message.id}.eml`).type('message/rfc822').send(message.raw);
  });
  return router;

  function sendPage(
    req: Request,
    res: Response,
    opened: Parameters<typeof renderInboxPage>[0]['opened'],
  ): void {
    const page = renderInboxPage({
      base: req.baseUrl,
      language: languageOf(req),
      isLanguageInAddress: req.query.lang !== undefined,
      brand,
      messages: inbox.messages(),
      opened,
    });
    res.status(opened === 'gone' ? 404 : 200);
    res.set('content-security-policy', PAGE_POLICY).type('html').send(page);
  }
}
