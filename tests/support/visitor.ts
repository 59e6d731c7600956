import type { AccountName } from '#sandbox/sign-in/accounts';

interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
}

let visitors = 0;

/** What a browser does between pages: it keeps cookies, and goes where it is sent. */
export class Visitor {
  #cookies: Cookie[] = [];
  /** Of this visitor alone, where the application believes a proxy. */
  readonly address = `198.51.${100 + (++visitors >> 8)}.${visitors & 255}`;

  /**
   * One step: what is answered, whatever it is. The whole answer is waited for, because the server
   * sends its last byte only once the session is stored.
   */
  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookies = this.cookiesFor(url);
    if (cookies !== '') headers.set('cookie', cookies);
    headers.set('x-forwarded-for', this.address);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    await response.clone().arrayBuffer();
    for (const line of response.headers.getSetCookie()) this.#keep(new URL(url), line);
    return response;
  }

  /**
   * Goes on until there is a page, or until an address that `stopAt` knows, which is not opened.
   * @returns where that is, and the page
   */
  async follow(
    url: string,
    { stopAt, ...init }: RequestInit & { stopAt?: (url: string) => boolean } = {},
  ): Promise<{ url: string; html: string }> {
    let response = await this.open(url, init);
    let here = url;
    for (let hops = 0; hops < 10; hops++) {
      const location = response.headers.get('location');
      if (location === null) return { url: here, html: await response.text() };
      here = new URL(location, here).href;
      if (stopAt?.(here)) return { url: here, html: '' };
      response = await this.open(here);
    }
    throw new Error(`sent in circles, at last to ${here}`);
  }

  /** The value of the Cookie header for an address; browsers tell no ports apart. */
  cookiesFor(url: string): string {
    const { hostname, pathname } = new URL(url);
    return this.#cookies
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keep({ hostname: host }: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(/; ?/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const said = new Map(
      attributes.map((one) => {
        const [key = '', text = ''] = one.split('=');
        return [key.toLowerCase(), text] as const;
      }),
    );
    const path = said.get('path') ?? '/';
    const isOver = Date.parse(said.get('expires') ?? '') <= Date.now();
    this.#cookies = this.#cookies.filter(
      (kept) => !(kept.name === name && kept.host === host && kept.path === path),
    );
    if (!isOver) this.#cookies.push({ name, value, host, path });
  }
}

/** The address at which the provider's answer reaches us, not opened yet. */
export const isCallback = (url: string): boolean => new URL(url).pathname === '/api/callback';

interface SignInSteps {
  returnTo?: string;
  stopAt?: (url: string) => boolean;
}

/** From our login link to the choice of an account at the provider's, and back. */
export async function signIn(
  visitor: Visitor,
  appUrl: string,
  account: AccountName,
  { returnTo = '/categories', stopAt }: SignInSteps = {},
): Promise<{ url: string; html: string }> {
  const login = `${appUrl}/api/login?${new URLSearchParams({ returnTo })}`;
  const choice = await visitor.follow(login, stopAt ? { stopAt } : {});
  if (!choice.html.includes('name="account"')) return choice; // known to the provider already
  return answerChoice(visitor, choice.url, account, stopAt);
}

/** @param account null cancels */
export function answerChoice(
  visitor: Visitor,
  choiceUrl: string,
  account: AccountName | null,
  stopAt?: (url: string) => boolean,
): Promise<{ url: string; html: string }> {
  const url = new URL(choiceUrl);
  url.search = '';
  return visitor.follow(url.href, {
    method: 'POST',
    body: new URLSearchParams(account ? { account } : {}),
    ...(stopAt ? { stopAt } : {}),
  });
}
