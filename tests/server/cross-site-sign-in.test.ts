import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rateLimits } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { isCallback, signIn, Visitor } from '../support/visitor';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.delete(rateLimits);
});

const at = (path: string) => `${app.url}${path}`;
const ours = () => ({ 'Sec-Fetch-Site': 'same-origin' });
const isSignedIn = async (visitor: Visitor) =>
  (await visitor.open(at('/api/auth/user'))).status === 200;

/** How a browser reports that another site has linked here. */
const FOREIGN: [whose: string, headers: Record<string, string>][] = [
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['another subdomain of our domain', { 'Sec-Fetch-Site': 'same-site' }],
  ['a browser with an unknown value', { 'Sec-Fetch-Site': 'somewhere' }],
  ['another site in an old browser', { Referer: 'https://evil.example/' }],
  ['another site, in an old browser that sends its origin', { Origin: 'https://evil.example' }],
  ['a page without origin, in an old browser', { Origin: 'null' }],
];
const OWN: [whose: string, headers: () => Record<string, string>][] = [
  ['our page', ours],
  ['our page in an old browser', () => ({ Referer: at('/categories') })],
  ['the user, by typing the address', () => ({ 'Sec-Fetch-Site': 'none' })],
  ['a browser that sends no headers', () => ({})],
];

/** The form on the page; null when there is none. */
const formIn = (html: string) => {
  const action = /<form method="post" action="([^"]+)">/.exec(html)?.[1];
  return action === undefined ? null : action.replaceAll('&amp;', '&');
};

describe('a sign-in', () => {
  test.each(FOREIGN)('started by %s requires confirmation', async (_whose, headers) => {
    const visitor = new Visitor();
    const page = await visitor.open(at('/api/login?returnTo=%2Fadmin'), { headers });
    expect(page.status).toBe(200);
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(formIn(await page.text())).toBe('/api/login?returnTo=%2Fadmin');
  });

  test.each(OWN)('started by %s continues at once', async (_whose, headers) => {
    const answer = await new Visitor().open(at('/api/login'), { headers: headers() });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toContain('/sandbox/oidc/auth?');
  });

  test('continues after pressing the button, to its return address', async () => {
    const visitor = new Visitor();
    const login = '/api/login?returnTo=%2Fadmin%3Ftab%3Dcategories&language=fr';
    const page = await visitor.open(at(login), { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    const answer = await visitor.open(at(formIn(await page.text())!), {
      method: 'POST',
      headers: { ...ours(), 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    const provider = answer.headers.get('location')!;
    expect(new URL(provider).searchParams.get('ui_locales')).toBe('fr');
    const { html, url } = await visitor.follow(provider);
    expect(html).toContain('name="account"');
    const home = await visitor.follow(url.split('?')[0]!, {
      method: 'POST',
      body: new URLSearchParams({ account: 'voter' }),
    });
    expect(home.url).toBe(at('/admin?tab=categories'));
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('posted by a form of another site is rejected', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const answer = await new Visitor().open(at('/api/login'), { method: 'POST', headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('ends with the response of the provider, which is another site', async () => {
    const visitor = new Visitor();
    const { url } = await signIn(visitor, app.url, 'voter', { stopAt: isCallback });
    await visitor.open(url, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

describe('a sign-out', () => {
  test.each(FOREIGN)('started by %s requires confirmation', async (_whose, headers) => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    const page = await visitor.open(at('/api/logout'), { headers });
    expect(page.status).toBe(200);
    expect(formIn(await page.text())).toBe('/api/logout');
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test.each(OWN)('started by %s continues at once', async (_whose, headers) => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    await visitor.open(at('/api/logout'), { headers: headers() });
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('continues after pressing the button, but not that of another site', async () => {
    const visitor = new Visitor();
    await signIn(visitor, app.url, 'voter');
    const foreign = { 'Sec-Fetch-Site': 'cross-site' };
    const refused = await visitor.open(at('/api/logout'), { method: 'POST', headers: foreign });
    expect(refused.status).toBe(403);
    expect(await isSignedIn(visitor)).toBe(true);
    await visitor.open(at('/api/logout'), { method: 'POST', headers: ours() });
    expect(await isSignedIn(visitor)).toBe(false);
  });
});

describe('the confirmation page', () => {
  const openPage = (path: string, headers = {}) =>
    fetch(at(path), { headers: { 'Sec-Fetch-Site': 'cross-site', ...headers } });

  test.each<[language: string, path: string, headers: Record<string, string>]>([
    ['en', '/api/login', {}],
    ['fr', '/api/login', { 'Accept-Language': 'fr-CM,fr;q=0.9,en;q=0.8' }],
    ['fr', '/api/login?language=fr', { 'Accept-Language': 'en' }],
    ['en', '/api/logout?language=en', { 'Accept-Language': 'fr' }],
    ['fr', '/api/logout', { 'Accept-Language': 'fr' }],
  ])('is in %s for %s', async (language, path, headers) => {
    const html = await (await openPage(path, headers)).text();
    expect(html).toContain(`<html lang="${language}">`);
    const french = path.startsWith('/api/login') ? 'Se connecter' : 'Se déconnecter';
    expect(html.includes(french)).toBe(language === 'fr');
  });

  test('runs no script, cannot be framed or cached, and may redirect to any provider', async () => {
    const answer = await openPage('/api/login?returnTo=%2Fcheckout%3Fa%3D%22%3E%3Cscript%3E');
    const html = await answer.text();
    expect(html).not.toMatch(/<script/i);
    expect(html).not.toContain('"><');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    // Browsers apply it to redirects of a form too, and a provider may redirect anywhere.
    expect(policy).not.toContain('form-action');
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test('sign-ins are limited for each address, with a message on the home page', async () => {
  const visitor = new Visitor();
  for (let i = 0; i < 59; i++) {
    const { status } = await visitor.open(at('/api/login'));
    expect(status).toBe(302);
  }
  await visitor.open(at('/api/callback?code=guessed&state=guessed'));
  for (const path of ['/api/login', '/api/callback?code=guessed&state=guessed']) {
    const answer = await visitor.open(at(path));
    expect(answer.headers.get('location')).toBe('/?signIn=tooMany');
  }
  expect((await new Visitor().open(at('/api/login'))).headers.get('location')).toContain('/auth?');
});
