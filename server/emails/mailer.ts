import { createTransport } from 'nodemailer';
import { isLoopback, type MailSettings } from '#server/config/index';
import { inTime } from '#shared/domain/in-time';
import { type Delivery, deliveryAfter } from './delivery';

export interface Message {
  /** With angle brackets. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /** Of all texts. */
  language: string;
  /** Whom it is from, where no other name is configured. */
  sender: string;
}

export interface Mailer {
  /** The domain in which our Message-IDs are unique. */
  readonly domain: string;
  /**
   * Hands one message to the mail server; never throws for what the server or the network does.
   * @param signal breaks the attempt off and closes its connection
   */
  deliver(message: Message, signal?: AbortSignal): Promise<Delivery>;
  /**
   * Connects and signs in, and sends nothing.
   * @returns codes of what went wrong; null when all went well
   */
  probe(): Promise<string | null>;
}

export interface MailerTimeouts {
  /** For the connection, for its greeting, and for each silence after that. */
  stepMs: number;
  /** For the whole attempt: a server that drips its answers byte by byte is never silent. */
  totalMs: number;
}

export const MAIL_TIMEOUTS: MailerTimeouts = { stepMs: 15_000, totalMs: 60_000 };

/** Sends over SMTP, one connection for each message. */
export function createMailer(
  { smtp, from }: MailSettings,
  { stepMs, totalMs }: MailerTimeouts = MAIL_TIMEOUTS,
): Mailer {
  const { host, port, isSecure, credentials } = smtp;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    // Receipts never travel in the clear, unless they stay on this machine.
    requireTLS: !isLoopback(host),
    ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
    name: domain,
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    // Messages are made of texts; none of them may name a file or an address to be read in.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    domain,
    async deliver({ to, language, sender, ...message }, signal) {
      const send = (limited: AbortSignal) =>
        transport.sendMail({
          ...message,
          from: { address: from.address, name: from.name ?? sender },
          // As an object it is one address, whatever is written in it.
          to: { name: '', address: to },
          headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
          signal: limited,
        });
      try {
        await inTime(totalMs, send, signal);
        return { outcome: 'accepted' };
      } catch (error) {
        return deliveryAfter(error);
      }
    },
    probe: () =>
      transport.verify().then(
        () => null,
        (error: unknown) => deliveryAfter(error).failure,
      ),
  };
}
