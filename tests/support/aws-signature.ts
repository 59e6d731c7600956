import { createHash, createHmac } from 'node:crypto';

/** The signed parts of a request to S3. */
export interface SignedRequest {
  method: string;
  /** As in the request line, including the query. */
  target: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names in lower case, sorted, separated by semicolons. */
  signedHeaders: string;
  region: string;
}

/**
 * AWS Signature Version 4 for S3, implemented from AWS's own description so that no library is
 * tested against itself.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function awsSignature(request: SignedRequest, secretAccessKey: string): string {
  const date = text(request.headers['x-amz-date']);
  const scope = [date.slice(0, 8), request.region, 's3', 'aws4_request'];
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical(request))];
  const key = scope.reduce<Buffer>(
    (parent, part) => hmac(parent, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  return hmac(key, toSign.join('\n')).toString('hex');
}

function canonical({ method, target, headers, signedHeaders }: SignedRequest): string {
  const [path = '', query = ''] = target.split('?');
  const parameters = query
    .split('&')
    .filter(Boolean)
    .map((parameter) => parameter.split('=').map((part) => encoded(decoded(part))))
    .map(([name, value = '']) => `${name}=${value}`)
    .sort();
  return [
    method,
    path
      .split('/')
      .map((part) => encoded(decoded(part)))
      .join('/'),
    parameters.join('&'),
    ...signedHeaders
      .split(';')
      .map((name) => `${name}:${text(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    text(headers['x-amz-content-sha256']),
  ].join('\n');
}

export const sha256 = (bytes: string | Buffer): string =>
  createHash('sha256').update(bytes).digest('hex');

const hmac = (key: Buffer, part: string): Buffer => createHmac('sha256', key).update(part).digest();

const text = (header: string | string[] | undefined): string => String(header ?? '');

const decoded = (part: string): string => decodeURIComponent(part.replaceAll('+', '%20'));

/** Encodes all but the unreserved characters of RFC 3986. */
const encoded = (part: string): string =>
  encodeURIComponent(part).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
