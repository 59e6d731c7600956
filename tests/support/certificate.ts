import { generateKeyPairSync, sign } from 'node:crypto';

interface Certificate {
  key: string;
  cert: string;
}

/** A self-signed certificate for `localhost`: X.509, written as DER. */
export function selfSignedCertificate({ validDays }: { validDays: number }): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const ed25519 = der(0x30, der(0x06, Buffer.from('2b6570', 'hex')));
  const commonName = der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, LOCALHOST));
  const name = der(0x30, der(0x31, commonName));
  const now = Date.now();
  const validity = der(0x30, utcTime(now - DAY_MS), utcTime(now + validDays * DAY_MS));
  const altNames = der(0x30, der(0x82, LOCALHOST));
  const extension = der(0x30, der(0x06, Buffer.from('551d11', 'hex')), der(0x04, altNames));
  const toBeSigned = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))), // Version 3.
    der(0x02, Buffer.from([1])), // Serial number.
    ed25519,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign(null, toBeSigned, privateKey)]);
  const bytes = der(0x30, toBeSigned, ed25519, der(0x03, signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const LOCALHOST = Buffer.from('localhost');

const utcTime = (ms: number) =>
  der(0x17, Buffer.from(new Date(ms).toISOString().replace(/^..|[-:T]|\.\d+/g, '')));

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
