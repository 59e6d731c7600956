import { randomUUID } from 'node:crypto';

interface Mailbox {
  /** Empty if there is none. */
  name: string;
  address: string;
}

/** A message as received, and as a mail client shows it. */
export interface InboxMessage {
  /** Our id, for the address of its page. */
  id: string;
  receivedAt: Date;
  /** Envelope recipients, whatever the headers contain. */
  recipients: readonly string[];
  from: Mailbox;
  to: readonly Mailbox[];
  subject: string;
  /** Including angle brackets. */
  messageId: string;
  headers: readonly { name: string; value: string }[];
  text: string;
  html: string;
  attachments: readonly { name: string; type: string; content: Buffer }[];
  raw: Buffer;
}

const NO_MAILBOX: Mailbox = { name: '', address: '' };

export async function readMessage(
  raw: Buffer,
  recipients: readonly string[],
): Promise<InboxMessage> {
  // Imported here because the package is missing in production.
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(raw);
  return {
    id: randomUUID(),
    receivedAt: new Date(),
    recipients,
    from: mailboxesOf(email.from)[0] ?? NO_MAILBOX,
    to: (email.to ?? []).flatMap(mailboxesOf),
    subject: email.subject ?? '',
    messageId: email.messageId ?? '',
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: email.text ?? '',
    html: email.html ?? '',
    attachments: email.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      content: Buffer.from(typeof content === 'string' ? content : new Uint8Array(content)),
    })),
    raw,
  };
}

interface Address {
  name: string;
  address?: string | undefined;
  group?: readonly Mailbox[] | undefined;
}

/** An address is a mailbox or a named group of mailboxes. */
const mailboxesOf = (one: Address | undefined): readonly Mailbox[] => {
  if (!one) return [];
  return one.address === undefined ? (one.group ?? []) : [{ name: one.name, address: one.address }];
};
