import { createTransport } from 'nodemailer';
import { isLoopback, type MailSettings } from '#server/config/index';
import { inTime } from '#shared/domain/in-time';
import { type Delivery, deliveryAfter } from './delivery';

export interface Message {
  /** Including angle brackets. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /** Language of all texts. */
  language: string;
  /** Sender's name, if no other one is configured. */
  sender: string;
}

export interface Mailer {
  /** Domain of our Message-IDs. */
  readonly domain: string;
  /**
   * Hands one message to the mail server; never throws because of the server or the network.
   * @param signal aborts the attempt and closes its connection
   */
  deliver(message: Message, signal?: AbortSignal): Promise<Delivery>;
  /**
   * Connects and signs in without sending anything.
   * @returns error codes; null on success
   */
  probe(): Promise<string | null>;
}

export interface MailerTimeouts {
  /** Timeout in ms for the connection, for its greeting, and for each pause after that. */
  stepMs: number;
  /** Timeout in ms for the whole attempt: a server that responds byte by byte is never idle. */
  totalMs: number;
}

export const MAIL_TIMEOUTS: MailerTimeouts = { stepMs: 15_000, totalMs: 60_000 };

/** Creates a mailer that sends over SMTP, one connection per message. */
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
    // Receipts are never sent unencrypted, except on this machine.
    requireTLS: !isLoopback(host),
    ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
    name: domain,
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    // Prevents nodemailer from loading files or addresses named in a message.
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
          // An object is one address, whatever it contains.
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
