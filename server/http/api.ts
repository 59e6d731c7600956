import { isDeepStrictEqual } from 'node:util';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { AppError, forbidden, invalid, notFound } from '#server/errors';
import type { Copy, ReadCache } from '#server/platform/read-cache';
import type { Edition } from '#server/settings/index';
import { displayQuery } from '#shared/contracts/catalog';
import {
  type Answer,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  errorsOf,
  METHODS,
  type Method,
  type ParsedRequest,
} from '#shared/contracts/endpoints';
import { COMMON_ERRORS } from '#shared/contracts/errors';
import type { Language } from '#shared/domain/localized';
import { acceptedLanguage, issueTexts, sharedKey, toIssue } from './language';

/**
 * Validates all input from outside; there is no other entry point.
 * @throws AppError 400 with an issue for each invalid field
 */
function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  language: Language = 'en',
): z.output<T> {
  const result = schema.safeParse(value, { error: issueTexts(language) });
  if (result.success) return result.data;
  throw invalid('Invalid request', result.error.issues.map(toIssue));
}

type Call<Name extends EndpointName> = ParsedRequest<Name, Buffer> & {
  req: Request;
  res: Response;
};

/** What the response of a shared endpoint depends on. */
type SharedCall<Name extends EndpointName> = Pick<Call<Name>, 'params' | 'query'> & {
  language: Language;
};

interface ServeOptions {
  /** Value of `:provider` in the path. */
  provider?: string;
  /** Handlers that run before anything of the request is parsed, such as sessions. */
  before?: readonly RequestHandler[];
}

interface ApiOptions {
  /** Throws when a response does not match the contract exactly; for tests. */
  checksAnswers: boolean;
  /** Throws when the caller may not use the endpoint; denies everyone by default. */
  admit?: (req: Request, endpoint: Endpoint) => void;
  /** Returns the draft that a team member previews; undefined for everybody else. */
  previewed?: (req: Request, res: Response) => Promise<Edition | undefined>;
}

const admitToPublicEndpoints = (_req: Request, { permission }: Endpoint): void => {
  if (permission) throw forbidden();
};

/** The API of one application: modules add the contract's endpoints that they serve. */
export class Api {
  readonly router = Router();
  readonly #options: Required<ApiOptions>;
  readonly #mounted: { method: Method; path: string; pattern: RegExp; endpoint?: Endpoint }[] = [];
  readonly #shared: { pattern: RegExp; read(params: Params, language: Language): Promise<Copy> }[] =
    [];

  constructor({
    checksAnswers,
    admit = admitToPublicEndpoints,
    previewed = async () => undefined,
  }: ApiOptions) {
    this.#options = { checksAnswers, admit, previewed };
  }

  /**
   * Rejects requests that the endpoint would reject. Must be mounted before the body parsers, so
   * that unauthorised callers cannot send large bodies.
   */
  readonly admission: RequestHandler = (req, _res, next) => {
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const path = `${req.baseUrl}${req.path}`;
    const found = this.#mounted.find(
      (mounted) => mounted.method === method && mounted.pattern.test(path),
    );
    if (found?.endpoint) this.#options.admit(req, found.endpoint);
    next();
  };

  /**
   * Adds an endpoint, with the permission from the contract. Path, query, headers and body are
   * parsed by the contract, in this order. The result of `answer` is sent as JSON, unless the
   * contract defines bytes: then `answer` sends them.
   */
  serve<Name extends EndpointName>(
    name: Name,
    answer: (call: Call<Name>) => Promise<Answer<Name>> | Answer<Name>,
    { provider = '', before = [] }: ServeOptions = {},
  ): void {
    const endpoint: Endpoint = ENDPOINTS[name];
    const [method, pattern] = nameParts(name);
    const path = pattern.replace(':provider', provider);
    const { checksAnswers, admit } = this.#options;
    this.#add({ method, path, endpoint }, ...before, async (req, res) => {
      admit(req, endpoint);
      // Safe by construction: the type is derived from the schemas that have parsed it.
      const call = { ...parseRequest(endpoint, req), req, res } as Call<Name>;
      const sent = checksAnswers
        ? await checkedAnswer(name, () => answer(call))
        : await answer(call);
      if (typeof endpoint.answer === 'string') return;
      if (endpoint.answer === null) res.status(204).end();
      else res.status(endpoint.status ?? 200).json(sent);
    });
  }

  /**
   * Adds an endpoint whose response is the same for all callers with the same parameters and
   * language. It is cached in `cache` for a while, once per language; the preview of a draft is not.
   */
  serveShared<Name extends EndpointName>(
    name: Name,
    cache: ReadCache,
    answer: (call: SharedCall<Name> & { edition: Edition | undefined }) => Promise<Answer<Name>>,
  ): void {
    const endpoint: Endpoint = ENDPOINTS[name];
    const [method, path] = nameParts(name);
    const parsed = (pathParams: Params, language: Language, rawQuery: object): SharedCall<Name> => {
      // Safe by construction, as above.
      const { params, query } = {
        params: endpoint.params && parse(endpoint.params, pathParams),
        query: endpoint.query && parse(endpoint.query, rawQuery),
      } as Call<Name>;
      return { params, query, language };
    };
    const answered = async (call: SharedCall<Name>, edition?: Edition): Promise<string> =>
      JSON.stringify(
        this.#options.checksAnswers
          ? await checkedAnswer(name, () => answer({ ...call, edition }))
          : await answer({ ...call, edition }),
      );
    const read = (pathParams: Params, language: Language, rawQuery: object = {}): Promise<Copy> => {
      const call = parsed(pathParams, language, rawQuery);
      const key = `${addressOf(path, pathParams)}${queryKeyOf(call.query ?? {})}`;
      return cache.get(sharedKey(language, key), async () => ({
        text: await answered(call),
        headers: { ...SHARED_JSON, 'Content-Language': language },
        route: path,
      }));
    };
    this.#shared.push({
      pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
      read,
    });
    this.mount(method, path, async (req, res) => {
      const { lang = acceptedLanguage(req) } = parse(displayQuery, req.query);
      const edition = await this.#options.previewed(req, res);
      if (edition) {
        const call = parsed(req.params as Params, lang, req.query);
        res.set({ 'Cache-Control': 'private, no-store', 'Content-Language': lang });
        res.type('json').send(await answered(call, edition));
        return;
      }
      await cache.send(req, res, await read(req.params as Params, lang, req.query));
    });
  }

  /**
   * Returns the response of a shared endpoint, for a page rendered by this server.
   * @param address as a browser requests it, without query
   * @throws AppError as the endpoint does; 404 for an unknown address
   */
  async readShared(address: string, language: Language): Promise<string> {
    for (const { pattern, read } of this.#shared) {
      const found = pattern.exec(address);
      if (found) return (await read(decodeParams(found.groups ?? {}), language)).content.text;
    }
    throw notFound('shared answer');
  }

  /** Adds a route outside the contract, such as a webhook, so that 405 responses include it. */
  mount(method: Method, path: string, ...handlers: RequestHandler[]): void {
    this.#add({ method, path }, ...handlers);
  }

  #add(
    route: { method: Method; path: string; endpoint?: Endpoint },
    ...handlers: RequestHandler[]
  ) {
    const { method, path } = route;
    this.#mounted.push({ ...route, pattern: patternOf(path) });
    this.router[VERBS[method]](path, ...handlers);
  }

  /** Returns the methods of a path; empty for an unknown path. */
  methodsAt(path: string): string[] {
    const found = this.#mounted.filter(({ pattern }) => pattern.test(path));
    const methods: string[] = found.map(({ method }) => method);
    // Express responds to HEAD wherever it responds to GET.
    return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)];
  }

  /** All routes, such as `GET /api/categories/:id`. */
  get routes(): string[] {
    return this.#mounted.map(({ method, path }) => `${method} ${path}`);
  }
}

type Params = Readonly<Record<string, string>>;

/**
 * Lets caches between server and browser store a response for a moment and serve it while they
 * refresh it. Uses a separate header (RFC 9213), because browsers would do the same otherwise: a
 * user who has just changed something would see the old state.
 */
export const SHARED_CACHE_HEADERS = {
  'Cache-Control': 'public, max-age=0, s-maxage=1',
  'CDN-Cache-Control': 'public, max-age=1, stale-while-revalidate=2',
};

const SHARED_JSON = {
  'Content-Type': 'application/json; charset=utf-8',
  ...SHARED_CACHE_HEADERS,
  Vary: 'Accept-Language',
};

const addressOf = (path: string, params: Params): string =>
  path.replace(/:(\w+)/g, (_name, key) => encodeURIComponent(params[key] ?? ''));

/**
 * Serialises a query without the language, in a fixed order, so that equal queries share one cache
 * key.
 */
function queryKeyOf(query: object): string {
  const entries = Object.entries<string>({ ...query }).filter(([name]) => name !== 'lang');
  const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.length === 0 ? '' : `?${new URLSearchParams(sorted)}`;
}

const decodeParams = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, decodeURIComponent(value)]),
  );

const VERBS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/**
 * Matches as Express does: parameters contain no slash; letter case and a trailing slash do not
 * matter.
 */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`, 'i');

const nameParts = (name: EndpointName): [method: Method, pattern: string] => {
  const [method, pattern] = name.split(' ');
  const knownMethod = METHODS.find((candidate) => candidate === method);
  if (!knownMethod || pattern === undefined) {
    throw new Error(`${name} is not a method and a path`);
  }
  return [knownMethod, pattern];
};

function parseRequest(endpoint: Endpoint, req: Request) {
  const { params, headers, body } = req;
  const { body: schema } = endpoint;
  const { edition: _edition, ...rest } = req.query;
  // The edition is no parameter of the endpoint itself: the handler reads it from the request.
  const query = endpoint.ofEdition ? rest : req.query;
  const language = acceptedLanguage(req);
  return {
    params: endpoint.params && parse(endpoint.params, params, language),
    query: endpoint.query && parse(endpoint.query, query, language),
    headers: endpoint.headers && parse(endpoint.headers, headers, language),
    body: typeof schema === 'string' ? bytesOf(body) : schema && parse(schema, body, language),
  };
}

/** The parser returns undefined for a request without a body. */
const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** @throws Error when the response or its error does not match the contract */
async function checkedAnswer<T>(name: EndpointName, answer: () => Promise<T> | T): Promise<T> {
  let sent: T;
  try {
    sent = await answer();
  } catch (error) {
    const codes: readonly string[] = [...COMMON_ERRORS, ...errorsOf(name)];
    if (!(error instanceof AppError) || codes.includes(error.code)) throw error;
    throw new Error(`${name} does not declare the error ${error.code}`);
  }
  const { answer: schema }: Endpoint = ENDPOINTS[name];
  if (!(schema instanceof z.ZodType)) return sent;
  const asJson: unknown = JSON.parse(JSON.stringify(sent));
  if (!isDeepStrictEqual(schema.parse(asJson), asJson)) {
    throw new Error(`${name} does not answer as its contract declares: ${JSON.stringify(sent)}`);
  }
  return sent;
}
