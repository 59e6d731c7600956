import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { awsSignature, sha256 } from './aws-signature';

const REGION = 'eu-west-3';
const BUCKET = 'awards';
const ACCESS_KEY_ID = 'sandbox-key-id';
const SECRET_ACCESS_KEY = 'sandbox/secret+access-key';
const MAX_SKEW_MS = 15 * 60_000;
/** Small, so that a few pictures already need several pages. */
const PAGE_SIZE = 2;

/** A fault that affects a request before it is processed. */
type Fault = 'slow-down' | 'internal-error' | 'cut' | 'silence' | 'cut-in-the-middle';

interface StoredObject {
  body: Buffer;
  type: string | undefined;
  storedAt: Date;
}

export type S3Sandbox = Awaited<ReturnType<typeof startS3Sandbox>>;

/** An S3-compatible store over real HTTP, which accepts only requests signed as AWS describes. */
export async function startS3Sandbox() {
  const objects = new Map<string, StoredObject>();
  const faults: Fault[] = [];
  const asked: string[] = [];

  const server = createServer(async (req, res) => {
    const body = await bodyOf(req);
    asked.push(`${req.method} ${req.url}`);
    const fault = faults.shift();
    if (fault) return suffer(fault, res);
    const refusal = refusalOf(req, body);
    if (refusal) return fail(res, 403, refusal);
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://sandbox');
    const [bucket, ...rest] = decodeURIComponent(pathname).slice(1).split('/');
    const key = rest.join('/');
    if (bucket !== BUCKET) return fail(res, 404, 'NoSuchBucket');
    if (key === '') return list(res, objects, searchParams);
    if (req.method === 'PUT') {
      objects.set(key, { body, type: req.headers['content-type'], storedAt: new Date() });
      return res.end();
    }
    if (req.method === 'DELETE') {
      objects.delete(key);
      return res.writeHead(204).end();
    }
    const found = objects.get(key);
    if (req.method !== 'GET' || !found) return fail(res, 404, 'NoSuchKey');
    return res.writeHead(200, { 'Content-Type': found.type }).end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const env = {
    UPLOADS_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    UPLOADS_S3_REGION: REGION,
    UPLOADS_S3_BUCKET: BUCKET,
    UPLOADS_S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
    UPLOADS_S3_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
  };
  return {
    env,
    objects,
    /** Method and target of every request so far, in order. */
    asked,
    /** Sets the faults of the next requests, one each. */
    suffer: (...next: Fault[]) => void faults.push(...next),
    /** Removes the faults that are still waiting. */
    recover: () => void faults.splice(0),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function suffer(fault: Fault, res: ServerResponse): unknown {
  switch (fault) {
    case 'slow-down':
      return fail(res, 503, 'SlowDown');
    case 'internal-error':
      return fail(res, 500, 'InternalError');
    case 'cut':
      return res.destroy();
    case 'cut-in-the-middle':
      return res.writeHead(200, { 'Content-Length': 1000 }).write('half', () => res.destroy());
    case 'silence':
      return undefined;
  }
}

/** Returns why a request is rejected; null when it is accepted. */
function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer) {
  const [, keyId, region, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!keyId || !signature || !signedHeaders) return 'AccessDenied';
  if (keyId !== ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const isWhole = ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) =>
    signedHeaders.split(';').includes(name),
  );
  if (!isWhole) return 'AccessDenied';
  const date = String(headers['x-amz-date']).replace(
    /^(....)(..)(..)T(..)(..)(..)Z$/,
    '$1-$2-$3T$4:$5:$6Z',
  );
  if (!(Math.abs(Date.parse(date) - Date.now()) < MAX_SKEW_MS)) return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const request = { method, target: url, headers, signedHeaders, region };
  return signature === awsSignature(request, SECRET_ACCESS_KEY) ? null : 'SignatureDoesNotMatch';
}

function fail(res: ServerResponse, status: number, code: string): unknown {
  return res
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

/** ListObjectsV2. */
function list(
  res: ServerResponse,
  objects: ReadonlyMap<string, StoredObject>,
  parameters: URLSearchParams,
): unknown {
  if (parameters.get('list-type') !== '2') return fail(res, 400, 'InvalidArgument');
  const after = parameters.get('continuation-token')?.replace(/^after & /, '') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(parameters.get('prefix') ?? '') && key > after)
    .sort();
  const page = keys.slice(0, PAGE_SIZE);
  const isTruncated = keys.length > page.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.storedAt.toISOString()}</LastModified></Contents>`,
  );
  const next = `<NextContinuationToken>after &amp; ${page.at(-1)}</NextContinuationToken>`;
  return res
    .writeHead(200, { 'Content-Type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${isTruncated ? next : ''}</ListBucketResult>`,
    );
}
