import express, { type Request, type Response, type Router } from 'express';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { type Language, languageOf } from '#sandbox/page/language';
import { pageStyle } from '#sandbox/page/style';
import { ACCOUNTS, DEMO_ACCOUNTS } from './accounts';
import { SIGN_IN_SANDBOX_SECOND_FACTOR } from './credentials';
import { renderAccounts, renderProblem } from './page/html';
import type { SignInSandbox } from './sandbox';

/**
 * Allows only the page's style and an icon, which browsers request on their own; `form-action` is
 * not set, because the form finally leads to the application's address.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Submits the form at once: the user has already chosen to sign out on the site. */
export const leaveScript = `document.querySelector('[data-leave]').click();\n`;

/** One of the accounts, or none. */
const choice = z.object({
  account: z.enum(ACCOUNTS).optional(),
  /** State of the checkbox for the second factor. */
  secondFactor: z.literal('on').optional(),
});

/** The protocol, and the page on which a demo user chooses an account. */
export function signInRoutes(sandbox: SignInSandbox, brand: string): Router {
  const router = express.Router();
  router.use((req, res, next) => {
    res.set({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    // The provider names the addresses for browsers, even if the application connects locally.
    const { host, protocol } = sandbox.issuer;
    req.headers['x-forwarded-host'] = host;
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    next();
  });
  router.get('/sign-in.css', (_req, res) => {
    res.type('css').send(pageStyle);
  });
  router.get('/leave.js', (_req, res) => {
    res.type('js').send(leaveScript);
  });

  router.use('/interaction', (_req, res, next) => {
    res.set({ 'cache-control': 'no-store', 'content-security-policy': CONTENT_SECURITY_POLICY });
    next();
  });
  router.get('/interaction/:uid', async (req, res) => {
    const interaction = await findInteraction(await sandbox.provider(), req, res);
    if (!interaction) {
      sendExpired(req, res);
      return;
    }
    const language = requestedLanguage(req, interaction.params.ui_locales);
    const asksSecondFactor = requestedAcr(interaction.params) !== undefined;
    const page = { base: req.baseUrl, language, brand, uid: interaction.uid, asksSecondFactor };
    res.type('html').send(renderAccounts(page));
  });
  router.post('/interaction/:uid', express.urlencoded({ extended: false }), async (req, res) => {
    const provider = await sandbox.provider();
    const interaction = await findInteraction(provider, req, res);
    if (!interaction) {
      sendExpired(req, res);
      return;
    }
    const { data } = choice.safeParse(req.body ?? {});
    const account = DEMO_ACCOUNTS.find((candidate) => candidate.account === data?.account);
    await provider.interactionFinished(
      req,
      res,
      account
        ? { login: { accountId: account.claims.sub, ...acrOf(data, interaction.params) } }
        : { error: 'access_denied', error_description: 'The person cancelled' },
    );
  });
  router.use(async (req, res) => {
    const handle = (await sandbox.provider()).callback();
    await handle(req, res);
  });
  return router;
}

/** Returns the first supported value of those requested by the application. */
const requestedAcr = ({
  acr_values: requestedValues,
}: Record<string, unknown>): string | undefined =>
  String(requestedValues ?? '')
    .split(' ')
    .find((value) => value === SIGN_IN_SANDBOX_SECOND_FACTOR);

function acrOf(data: z.infer<typeof choice> | undefined, params: Record<string, unknown>) {
  const acr = data?.secondFactor ? requestedAcr(params) : undefined;
  return acr === undefined ? {} : { acr };
}

/** Null when it has expired, or does not belong to this browser. */
const findInteraction = (provider: Provider, req: Request, res: Response) =>
  provider.interactionDetails(req, res).catch(() => null);

function sendExpired(req: Request, res: Response): void {
  const page = renderProblem({ base: req.baseUrl, language: languageOf(req), code: null });
  res.status(404).type('html').send(page);
}

/**
 * A choice on the page takes precedence, then the application's request, then the browser's
 * language.
 */
function requestedLanguage(req: Request, uiLocale: unknown): Language {
  if (req.query.lang === undefined && (uiLocale === 'en' || uiLocale === 'fr')) return uiLocale;
  return languageOf(req);
}
