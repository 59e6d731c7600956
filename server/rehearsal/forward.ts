import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { TeamCaller } from '#server/auth/index';
import { OURS_HEADER } from '#shared/domain/offline';
import { CALLER_HEADER, SECRET_HEADER, writeCaller } from './caller';

const agent = new Agent({ keepAlive: true });

/** Nothing listens at the port of a process: it has ended. */
export class ProcessGone extends Error {
  override readonly name = 'ProcessGone';

  constructor() {
    super('the process of the rehearsal does not respond');
  }
}

interface Forwarding {
  port: number;
  secret: string;
  caller: TeamCaller;
  /** Address of the caller. */
  ip: string;
  /** Responds to a request for an uploaded picture that the rehearsal does not have. */
  onMissing(): void;
}

type ForwardedRequest = IncomingMessage & { originalUrl?: string };

/** Headers of one connection only, and those that others must not set. */
const NOT_FORWARDED = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  SECRET_HEADER,
  CALLER_HEADER,
]);
/**
 * Caches before the server would give the response to everyone, and the service worker stores what
 * is marked as the site's.
 */
const NOT_RETURNED = new Set([
  'connection',
  'keep-alive',
  'cache-control',
  'cdn-cache-control',
  OURS_HEADER.toLowerCase(),
]);

/**
 * Forwards a request to the process of the rehearsal, and its response to the browser.
 * @returns false when the process has ended, and nothing of the request is read
 * @throws Error when the connection breaks
 */
export function forward(
  req: ForwardedRequest,
  res: ServerResponse,
  { port, secret, caller, ip, onMissing }: Forwarding,
): Promise<boolean> {
  const { cookie } = req.headers;
  const headers = {
    ...(cookie === undefined ? {} : { cookie: cookiesSent(cookie) }),
    'x-forwarded-for': ip,
    [SECRET_HEADER]: secret,
    [CALLER_HEADER]: writeCaller(caller),
  };
  return pass(req, res, { host: '127.0.0.1', port, headers }, (answer) => {
    if (answer.statusCode === 404 && pathOf(req).startsWith('/uploads/')) {
      answer.resume();
      return onMissing();
    }
    respond(res, answer, returnedCookie);
  });
}

/** Marks a request that another machine has passed on, so that none goes around in circles. */
export const RELAYED_HEADER = 'x-rehearsal-relayed';

/**
 * Passes a request on to the server of the machine on which the rehearsal runs. That server
 * identifies the caller itself.
 * @returns false when that machine does not respond, and nothing of the request is read
 * @throws Error when the connection breaks
 */
export const relay = (
  req: ForwardedRequest,
  res: ServerResponse,
  { host, port, ip }: { host: string; port: number; ip: string },
): Promise<boolean> => {
  const headers = { 'x-forwarded-for': ip, [RELAYED_HEADER]: '1' };
  return pass(req, res, { host, port, headers }, (answer) => respond(res, answer, (it) => it));
};

const pathOf = (req: ForwardedRequest): string => req.originalUrl ?? req.url ?? '/';

/** Node's codes for a machine that is gone, and for a port at which nothing listens. */
const GONE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

/** Longer than any response is held back, in ms. */
const RESPONDS_WITHIN_MS = 60_000;

function pass(
  req: ForwardedRequest,
  res: ServerResponse,
  target: { host: string; port: number; headers: Record<string, string> },
  onAnswer: (answer: IncomingMessage) => void,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const { host, port } = target;
    const headers = { ...kept(req.headers), ...target.headers };
    const { method } = req;
    const upstream = request({ agent, host, port, method, path: pathOf(req), headers });
    let isConnected = false;
    const send = () => {
      isConnected = true;
      req.pipe(upstream);
    };
    // Nothing of the request is read before that.
    upstream.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isConnected && GONE.includes(error.code ?? '')) resolve(false);
      else reject(error);
    });
    const timer = setTimeout(
      () => upstream.destroy(new Error('there was no response')),
      RESPONDS_WITHIN_MS,
    );
    upstream.on('response', (answer) => {
      clearTimeout(timer);
      answer.on('error', () => res.destroy());
      onAnswer(answer);
      resolve(true);
    });
    // Also while the response of a long poll is awaited.
    res.on('close', () => {
      clearTimeout(timer);
      upstream.destroy();
    });
  });
}

function respond(
  res: ServerResponse,
  answer: IncomingMessage,
  cookieOf: (cookie: string) => string,
): void {
  res.statusCode = answer.statusCode ?? 502;
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || NOT_RETURNED.has(name)) continue;
    if (name === 'set-cookie') {
      for (const cookie of value) res.appendHeader(name, cookieOf(cookie));
    } else {
      res.setHeader(name, value);
    }
  }
  // Compressed by a proxy, an event of a stream would be held back.
  const isStream = answer.headers['cache-control']?.includes('no-transform');
  res.setHeader('Cache-Control', `private, no-store${isStream ? ', no-transform' : ''}`);
  res.flushHeaders();
  answer.pipe(res);
}

const kept = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name)));

/**
 * The cookies that scripts cannot read, such as the session's, have another name in the browser,
 * beside those of the site.
 */
const OWN_PREFIX = 'rehearsal-';

function cookiesSent(header: string): string {
  const cookies = header.split('; ').map((cookie) => /^(__Host-)?(.*)$/s.exec(cookie) ?? []);
  const own = cookies.flatMap(([, host = '', rest = '']) =>
    rest.startsWith(OWN_PREFIX) ? [`${host}${rest.slice(OWN_PREFIX.length)}`] : [],
  );
  const names = new Set(own.map((cookie) => cookie.split('=')[0]));
  const open = cookies.flatMap(([cookie = '', , rest = '']) => {
    const isHidden = HIDDEN.test(rest) || rest.startsWith(OWN_PREFIX);
    return isHidden || names.has(cookie.split('=')[0]) ? [] : [cookie];
  });
  return [...open, ...own].join('; ');
}

/** The site's own cookies that scripts cannot read. */
const HIDDEN = /^(session|device|sign-in|rehearsal)=/;

/** Without an end: the clock of the rehearsal is not the browser's. */
function returnedCookie(cookie: string): string {
  const isDeleted = /;\s*expires=Thu, 01 Jan 1970/i.test(cookie);
  const lasting = isDeleted ? cookie : cookie.replace(/;\s*(expires|max-age)=[^;]*/gi, '');
  return /;\s*httponly/i.test(cookie) ? lasting.replace(/^(__Host-)?/, `$1${OWN_PREFIX}`) : lasting;
}
