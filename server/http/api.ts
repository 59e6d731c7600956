import { isDeepStrictEqual } from 'node:util';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
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
import { AppError, forbidden, invalid, notFound } from '../errors';
import type { Copy, ReadCache } from '../platform/read-cache';
import { acceptedLanguage, issueTexts, sharedKey, toIssue } from './language';

/**
 * The one door for outside input.
 * @throws AppError 400 with an issue for each field at fault
 */
function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  language: Language = 'en',
): z.output<T> {
  const result = schema.safeParse(value, { error: issueTexts(language) });
  if (result.success) return result.data;
  throw invalid('The request is not valid', result.error.issues.map(toIssue));
}

type Call<Name extends EndpointName> = ParsedRequest<Name, Buffer> & {
  req: Request;
  res: Response;
};

interface ServeOptions {
  /** What `:provider` in the path stands for. */
  provider?: string;
  /** Run before anything of the request is parsed, such as sessions. */
  before?: readonly RequestHandler[];
}

interface ApiOptions {
  /** Fails when an answer is not what the contract says, to the field; for tests. */
  checksAnswers: boolean;
  /** Throws for a request to an endpoint that is not for whoever asks; by default, for nobody. */
  admit?: (req: Request, endpoint: Endpoint) => void;
}

const onlyWhatIsForAll = (_req: Request, { permission }: Endpoint): void => {
  if (permission) throw forbidden();
};

/** The API of one application: rooms add the endpoints of the contract that they serve. */
export class Api {
  readonly router = Router();
  readonly #options: Required<ApiOptions>;
  readonly #mounted: { method: Method; path: string; pattern: RegExp; endpoint?: Endpoint }[] = [];
  readonly #shared: { pattern: RegExp; read(params: Params, language: Language): Promise<Copy> }[] =
    [];

  constructor({ checksAnswers, admit = onlyWhatIsForAll }: ApiOptions) {
    this.#options = { checksAnswers, admit };
  }

  /**
   * Refuses what its endpoint would refuse: to be mounted ahead of the body parsers, so that nobody
   * sends a large body who may not.
   */
  readonly admission: RequestHandler = (req, _res, next) => {
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const path = `${req.baseUrl}${req.path}`;
    const found = this.#mounted.find((one) => one.method === method && one.pattern.test(path));
    if (found?.endpoint) this.#options.admit(req, found.endpoint);
    next();
  };

  /**
   * Adds an endpoint, for whom the contract says. Path, query, headers and body are parsed by the contract, in this order; what
   * `answer` returns is sent as JSON, unless the contract says bytes: then `answer` sends them.
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
      // By construction: the schemas that have parsed it are those that the type is made of.
      const call = { ...parsed(endpoint, req), req, res } as Call<Name>;
      const sent = checksAnswers ? await checked(name, () => answer(call)) : await answer(call);
      if (typeof endpoint.answer === 'string') return;
      if (endpoint.answer === null) res.status(204).end();
      else res.status(endpoint.status ?? 200).json(sent);
    });
  }

  /**
   * Adds an endpoint whose answer is the same for everybody who asks the same in a language: it stands
   * in `cache` for a while, in each.
   */
  serveShared<Name extends EndpointName>(
    name: Name,
    cache: ReadCache,
    answer: (
      call: Pick<Call<Name>, 'params' | 'query'> & { language: Language },
    ) => Promise<Answer<Name>>,
  ): void {
    const endpoint: Endpoint = ENDPOINTS[name];
    const [method, path] = nameParts(name);
    const read = (given: Params, language: Language, asked: object = {}): Promise<Copy> => {
      // By construction, as above.
      const { params, query } = {
        params: endpoint.params && parse(endpoint.params, given),
        query: endpoint.query && parse(endpoint.query, asked),
      } as Call<Name>;
      const call = { params, query, language };
      const key = `${addressOf(path, given)}${questionOf(query ?? {})}`;
      return cache.get(sharedKey(language, key), async () => ({
        text: JSON.stringify(
          this.#options.checksAnswers
            ? await checked(name, () => answer(call))
            : await answer(call),
        ),
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
      await cache.send(req, res, await read(req.params as Params, lang, req.query));
    });
  }

  /**
   * What a shared endpoint answers, for a page that is made here.
   * @param address as a browser asks for it, without query
   * @throws AppError as the endpoint does; 404 for an address without one
   */
  async readShared(address: string, language: Language): Promise<string> {
    for (const { pattern, read } of this.#shared) {
      const found = pattern.exec(address);
      if (found) return (await read(decoded(found.groups ?? {}), language)).content.text;
    }
    throw notFound('shared answer');
  }

  /** Adds a route that is not of the contract, such as a webhook, so that 405 answers know it. */
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

  /** The methods by which a path is asked; none for an unknown path. */
  methodsAt(path: string): string[] {
    const found = this.#mounted.filter(({ pattern }) => pattern.test(path));
    const methods: string[] = found.map(({ method }) => method);
    // Express answers HEAD wherever it answers GET.
    return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)];
  }

  /** Every route, such as `GET /api/categories/:id`. */
  get routes(): string[] {
    return this.#mounted.map(({ method, path }) => `${method} ${path}`);
  }
}

type Params = Readonly<Record<string, string>>;

/**
 * What stands between us and browsers may keep an answer for a moment, and give it out while it asks
 * for the next one. That in a header of its own (RFC 9213), because browsers would do so too: whoever
 * has just changed a thing would be shown it as it was.
 */
export const SHARED_FOR_A_MOMENT = {
  'Cache-Control': 'public, max-age=0, s-maxage=1',
  'CDN-Cache-Control': 'public, max-age=1, stale-while-revalidate=2',
};

const SHARED_JSON = {
  'Content-Type': 'application/json; charset=utf-8',
  ...SHARED_FOR_A_MOMENT,
  Vary: 'Accept-Language',
};

const addressOf = (path: string, params: Params): string =>
  path.replace(/:(\w+)/g, (_name, key) => encodeURIComponent(params[key] ?? ''));

/** All of a query but the language, in one order: the same question has one place. */
function questionOf(query: object): string {
  const asked = Object.entries<string>({ ...query }).filter(([name]) => name !== 'lang');
  const sorted = asked.sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.length === 0 ? '' : `?${new URLSearchParams(sorted)}`;
}

const decoded = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, decodeURIComponent(value)]),
  );

const VERBS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** As Express matches: parameters hold no slash, capitals and a slash at the end do not matter. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`, 'i');

const nameParts = (name: EndpointName): [method: Method, pattern: string] => {
  const [method, pattern] = name.split(' ');
  const known = METHODS.find((one) => one === method);
  if (!known || pattern === undefined) throw new Error(`${name} is no method and path`);
  return [known, pattern];
};

function parsed(endpoint: Endpoint, req: Request) {
  const { params, query, headers, body } = req;
  const { body: schema } = endpoint;
  const language = acceptedLanguage(req);
  return {
    params: endpoint.params && parse(endpoint.params, params, language),
    query: endpoint.query && parse(endpoint.query, query, language),
    headers: endpoint.headers && parse(endpoint.headers, headers, language),
    body: typeof schema === 'string' ? bytesOf(body) : schema && parse(schema, body, language),
  };
}

/** Without a body there is nothing that a parser could have made of it. */
const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** @throws Error when the answer or its refusal is not what the contract says */
async function checked<T>(name: EndpointName, answer: () => Promise<T> | T): Promise<T> {
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
  const onTheWire: unknown = JSON.parse(JSON.stringify(sent));
  if (!isDeepStrictEqual(schema.parse(onTheWire), onTheWire)) {
    throw new Error(`${name} answers more than its contract says: ${JSON.stringify(sent)}`);
  }
  return sent;
}
