import { isIP } from 'node:net';
import { z } from 'zod';

/** Where mail is handed over, and in whose name. */
export interface MailSettings {
  smtp: SmtpSettings;
  /** Without a name, the event's is used. */
  from: { address: string; name: string | null };
}

interface SmtpSettings {
  host: string;
  port: number;
  /** Whether TLS begins with the connection (smtps); otherwise by STARTTLS where it is offered. */
  isSecure: boolean;
  credentials: { user: string; password: string } | null;
}

interface Mailbox {
  /** Empty for none. */
  name: string;
  address: string;
}

/** Registered for mail from programs (RFC 6409, RFC 8314). */
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** `smtp://` or `smtps://`, with user and password where the server wants them. */
export const smtpUrl = z.string().transform((text, context): SmtpSettings => {
  const settings = readSmtpUrl(text);
  if (settings) return settings;
  context.addIssue('must be smtp://host or smtps://user:password@host, with :port if need be');
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
  const credentials = decoded(username, password);
  if (!credentials) return null;
  return {
    host: hostname.replace(/^\[(.+)\]$/, '$1'),
    port: port === '' ? DEFAULT_PORTS[protocol] : Number(port),
    isSecure,
    credentials: username === '' ? null : credentials,
  };
}

/** Null for a percent sign that stands for itself and should have been written %25. */
function decoded(user: string, password: string): SmtpSettings['credentials'] {
  try {
    return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

/** `receipts@vote.example`, or `Name <receipts@vote.example>`. */
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

/** The sender when none is given: a mailbox at the host that voters know. */
export function defaultMailbox(publicUrl: string): Mailbox {
  const { hostname } = new URL(publicUrl);
  return { name: '', address: `receipts@${isIP(hostname) ? `[${hostname}]` : hostname}` };
}
