import { isIP } from 'node:net';
import { z } from 'zod';

/** The mail server, and the sender of all mails. */
export interface MailSettings {
  smtp: SmtpSettings;
  /** A null name means the event's name. */
  from: { address: string; name: string | null };
}

interface SmtpSettings {
  host: string;
  port: number;
  /** True when TLS starts with the connection (smtps); otherwise STARTTLS is used where offered. */
  isSecure: boolean;
  credentials: { user: string; password: string } | null;
}

interface Mailbox {
  /** Empty if there is none. */
  name: string;
  address: string;
}

/** Ports registered for mail submission (RFC 6409, RFC 8314). */
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Parses `smtp://` or `smtps://`, with user and password if the server requires them. */
export const smtpUrl = z.string().transform((text, context): SmtpSettings => {
  const settings = readSmtpUrl(text);
  if (settings) return settings;
  context.addIssue('must be smtp://host or smtps://user:password@host, with :port if needed');
  return z.NEVER;
});

function readSmtpUrl(text: string): SmtpSettings | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const isSecure = protocol === 'smtps:';
  if (!isSecure && protocol !== 'smtp:') return null;
  const hasMore = search !== '' || hash !== '' || !['', '/'].includes(pathname);
  const isHalfCredential = (username === '') !== (password === '');
  if (hostname === '' || hasMore || isHalfCredential) return null;
  const credentials = decodeCredentials(username, password);
  if (!credentials) return null;
  return {
    host: hostname.replace(/^\[(.+)\]$/, '$1'),
    port: port === '' ? DEFAULT_PORTS[protocol] : Number(port),
    isSecure,
    credentials: username === '' ? null : credentials,
  };
}

/** Decodes the credentials; null for a literal percent sign that should have been written %25. */
function decodeCredentials(user: string, password: string): SmtpSettings['credentials'] {
  try {
    return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

/** Parses `receipts@vote.example`, or `Name <receipts@vote.example>`. */
export const mailbox = z.string().transform((text, context): Mailbox => {
  const [, name = '', inBrackets] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = z.email().safeParse((inBrackets ?? text).trim());
  if (address.success) return { name: unquoted(name.trim()), address: address.data };
  context.addIssue(
    'must be an address such as receipts@vote.example or Awards <receipts@vote.example>',
  );
  return z.NEVER;
});

const unquoted = (name: string) => name.replace(/^"(.*)"$/, '$1');

/** Default sender: a mailbox at the public host. */
export function defaultMailbox(publicUrl: string): Mailbox {
  const { hostname } = new URL(publicUrl);
  return { name: '', address: `receipts@${isIP(hostname) ? `[${hostname}]` : hostname}` };
}
