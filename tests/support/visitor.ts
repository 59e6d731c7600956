import type { AccountName } from '#sandbox/sign-in/accounts';
import { AGAIN_PARAMETER } from '#shared/domain/sign-in';

interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
}

let visitors = 0;

/** What a browser does between pages: it keeps cookies, and follows redirects. */
export class Visitor {
  #cookies: Cookie[] = [];
  /** Headers of every request. */
  headers: Record<string, string> = {};
  /** Address of this visitor, when the application trusts a proxy. */
  readonly address = `198.51.${100 + (++visitors >> 8)}.${visitors & 255}`;

  /**
   * One request, whatever the response. Waits for the whole response, because the server sends its
   * last byte only once the session is stored.
   */
  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({
      ...this.headers,
      ...Object.fromEntries(new Headers(init.headers)),
    });
    const cookies = this.cookiesFor(url);
    if (cookies !== '') headers.set('cookie', cookies);
    headers.set('x-forwarded-for', this.address);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    await response.clone().arrayBuffer();
    for (const line of response.headers.getSetCookie()) this.#storeCookie(new URL(url), line);
    return response;
  }

  /**
   * Follows redirects until there is a page, or an address that `stopAt` accepts, which is not
   * opened.
   * @returns the address, and the page
   */
  async follow(
    url: string,
    { stopAt, ...init }: RequestInit & { stopAt?: (url: string) => boolean } = {},
  ): Promise<{ url: string; html: string }> {
    let response = await this.open(url, init);
    let current = url;
    for (let hops = 0; hops < 15; hops++) {
      const location = response.headers.get('location');
      if (location === null) {
        const html = await response.text();
        const form = formThatSendsItself(html);
        if (form === null) return { url: current, html };
        response = await this.open(form.action, { method: 'POST', body: form.fields });
        current = form.action;
        continue;
      }
      current = new URL(location, current).href;
      if (stopAt?.(current)) return { url: current, html: '' };
      response = await this.open(current);
    }
    throw new Error(`too many redirects, the last to ${current}`);
  }

  /** The value of the Cookie header for an address; browsers ignore ports. */
  cookiesFor(url: string): string {
    const { hostname, pathname } = new URL(url);
    return this.#cookies
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #storeCookie({ hostname: host }: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(/; ?/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attributeValues = new Map(
      attributes.map((attribute) => {
        const [key = '', text = ''] = attribute.split('=');
        return [key.toLowerCase(), text] as const;
      }),
    );
    const path = attributeValues.get('path') ?? '/';
    const isOver = Date.parse(attributeValues.get('expires') ?? '') <= Date.now();
    this.#cookies = this.#cookies.filter(
      (cookie) => !(cookie.name === name && cookie.host === host && cookie.path === path),
    );
    if (!isOver) this.#cookies.push({ name, value, host, path });
  }
}

/** The form that a script of the page submits at once; null for any other page. */
function formThatSendsItself(html: string) {
  const [, action] =
    /forms\[0\]\.submit\(\)[\s\S]*<form method="post" action="([^"]+)"/.exec(html) ?? [];
  if (action === undefined) return null;
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return {
    action,
    fields: new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value])),
  };
}

/** The address at which the provider's response reaches us, not opened yet. */
export const isCallback = (url: string): boolean => new URL(url).pathname === '/api/callback';

interface SignInSteps {
  returnTo?: string;
  /** True when signing in although already signed in. */
  isAgain?: boolean;
  hasSecondFactor?: boolean | undefined;
  stopAt?: ((url: string) => boolean) | undefined;
}

/** Signs in: from our link to the choice of an account at the provider, and back. */
export async function signIn(
  visitor: Visitor,
  appUrl: string,
  account: AccountName,
  { returnTo = '/categories', isAgain, hasSecondFactor, stopAt }: SignInSteps = {},
): Promise<{ url: string; html: string }> {
  const login = new URLSearchParams({ returnTo, ...(isAgain ? { [AGAIN_PARAMETER]: '1' } : {}) });
  let current = await visitor.follow(`${appUrl}/api/login?${login}`, stopAt ? { stopAt } : {});
  // The provider may have a session already, or ask a second time.
  for (let times = 0; current.html.includes('name="account"') && times < 2; times++) {
    current = await answerChoice(visitor, current.url, account, { stopAt, hasSecondFactor });
  }
  return current;
}

/** @param account null cancels */
export function answerChoice(
  visitor: Visitor,
  choiceUrl: string,
  account: AccountName | null,
  { stopAt, hasSecondFactor }: Pick<SignInSteps, 'stopAt' | 'hasSecondFactor'> = {},
): Promise<{ url: string; html: string }> {
  const url = new URL(choiceUrl);
  url.search = '';
  return visitor.follow(url.href, {
    method: 'POST',
    body: new URLSearchParams({
      ...(account ? { account } : {}),
      ...(hasSecondFactor ? { secondFactor: 'on' } : {}),
    }),
    ...(stopAt ? { stopAt } : {}),
  });
}
